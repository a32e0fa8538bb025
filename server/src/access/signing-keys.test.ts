import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader, exportJWK, generateKeyPair } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilWaitingForLock } from "../testing/locks.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { testSecrets } from "../testing/secrets.ts";
import { createTestApp } from "../testing/test-app.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { createStoredKey } from "./signing-key.ts";
import { listAllSigningKeys } from "./signing-keys.queries.ts";
import { openKeyRing, retireUnusedKeys, rotateKeys } from "./signing-keys.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "clanhall-keys-"));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const rules = { issuer: "https://clan.example/auth/v1", seconds: 3600 };
const somebody = { sub: crypto.randomUUID(), session_id: crypto.randomUUID() };

test("instances that start at the same moment make one key between them", async () => {
  const rings = await Promise.all(Array.from({ length: 5 }, () => openKeyRing(database.db, testSecrets, null)));
  const lists = await Promise.all(rings.map((ring) => ring.listPublicKeys()));
  expect(lists[0]).toHaveLength(1);
  for (const list of lists) expect(list).toEqual(lists[0]);
});

test("a start that waited while another made the key uses that one", async () => {
  const other = await createTestDatabase();
  const { kid, sealed_jwk, public_jwk } = await createStoredKey(testSecrets);
  const underWay = await other.db.transaction().execute(async (tx) => {
    await sql`lock table auth_signing_keys in share row exclusive mode`.execute(tx);
    const ring = openKeyRing(other.db, testSecrets, null);
    await untilWaitingForLock(other.db);
    const values = { kid, sealed_jwk, public_jwk: JSON.stringify(public_jwk), signs_from: new Date() };
    await tx.insertInto("auth_signing_keys").values(values).execute();
    return { ring };
  });
  expect(await (await underWay.ring).listPublicKeys()).toMatchObject([{ kid }]);
  await other.close();
});

test("S33: a new key is published before it signs, and the old one verifies until it is retired", async () => {
  const { kid, sealed_jwk, public_jwk } = await createStoredKey(testSecrets);
  const addKey = (signs_from: Date) =>
    database.db
      .insertInto("auth_signing_keys")
      .values({ kid, sealed_jwk, public_jwk: JSON.stringify(public_jwk), signs_from })
      .execute();
  const before = createAccessTokens(database.db, await openKeyRing(database.db, testSecrets, null), rules);
  const old = await before.sign(somebody);

  await addKey(new Date(Date.now() + 60_000));
  const waiting = await openKeyRing(database.db, testSecrets, null);
  expect(await waiting.listPublicKeys()).toHaveLength(2);
  expect((await waiting.getSigner()).kid).not.toBe(kid);

  await database.db.updateTable("auth_signing_keys").set({ signs_from: new Date() }).where("kid", "=", kid).execute();
  const after = createAccessTokens(database.db, await openKeyRing(database.db, testSecrets, null), rules);
  expect(decodeProtectedHeader(await after.sign(somebody)).kid).toBe(kid);
  expect(await after.read(old)).toEqual({ userId: somebody.sub, sessionId: somebody.session_id });

  await database.db.updateTable("auth_signing_keys").set({ retired_at: new Date() }).where("kid", "!=", kid).execute();
  const later = createAccessTokens(database.db, await openKeyRing(database.db, testSecrets, null), rules);
  expect(await later.read(old)).toHaveProperty("problem");
});

test("an operator brings keys of their own: the first that may sign signs, all verify", async () => {
  const jwks = await Promise.all(
    (["ES256", "RS256"] as const).map(async (alg, index) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      return {
        ...(await exportJWK(privateKey)),
        kid: alg,
        alg,
        key_ops: index === 0 ? ["verify"] : ["sign", "verify"],
      };
    }),
  );
  const file = join(folder, "keys.json");
  await writeFile(file, JSON.stringify(jwks));
  const world = await createTestApp({ env: { AUTH_SIGNING_KEYS: file } });
  const person = await world.signedUp();
  expect(decodeProtectedHeader(person.access_token)).toMatchObject({ alg: "RS256", kid: "RS256" });
  expect((await person.get("/api/me/admin")).statusCode).toBe(200);
  const { keys } = (await world.visitor.get("/auth/v1/.well-known/jwks.json")).json<{ keys: object[] }>();
  expect(keys).toMatchObject([
    { kid: "ES256", key_ops: ["verify"] },
    { kid: "RS256", key_ops: ["verify"] },
  ]);
  for (const key of keys)
    for (const secret of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(secret);
  expect(await world.db.selectFrom("auth_signing_keys").selectAll().execute()).toEqual([]);
  await world.close();
});

test.each([
  ["is missing", null],
  ["is not JSON", "{secret"],
  ["holds no key that signs", "[]"],
  ["holds a shared secret", JSON.stringify([{ kty: "oct", k: "c2VjcmV0", kid: "a", alg: "HS256", key_ops: ["sign"] }])],
])("a key file that %s stops the start and is named, not quoted", async (_what, content) => {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  if (content !== null) await writeFile(file, content);
  const opening = openKeyRing(database.db, testSecrets, file);
  await expect(opening).rejects.toThrow("AUTH_SIGNING_KEYS");
  await expect(opening).rejects.not.toThrow(/secret|c2VjcmV0/);
});

const minute = 60_000;

test("a new key is published at once, signs twenty minutes later, and is not replaced while it waits", async () => {
  const fresh = await createTestDatabase();
  const { db } = fresh;
  const before = await openKeyRing(db, testSecrets, null);
  const now = new Date();
  const rotated = await rotateKeys(db, testSecrets, now);
  expect(rotated).toEqual({ isNew: true, signsFrom: new Date(now.getTime() + 20 * minute) });
  const after = await openKeyRing(db, testSecrets, null);
  expect(await after.listPublicKeys()).toHaveLength(2);
  expect((await after.getSigner()).kid).toBe((await before.getSigner()).kid);
  const again = await Promise.all([rotateKeys(db, testSecrets, now), rotateKeys(db, testSecrets, now)]);
  expect(again).toEqual([1, 2].map(() => ({ isNew: false, signsFrom: rotated.signsFrom })));
  await fresh.close();
});

test("a key is retired once the next one has signed for longer than any token lives, and not before", async () => {
  const fresh = await createTestDatabase();
  const { db } = fresh;
  await openKeyRing(db, testSecrets, null);
  const { signsFrom } = await rotateKeys(db, testSecrets);
  const after = (minutes: number) => new Date(signsFrom.getTime() + minutes * minute);
  expect(await retireUnusedKeys(db, after(25 * 60 - 1))).toBe(0);
  expect(await retireUnusedKeys(db, after(25 * 60 + 1))).toBe(1);
  expect(await retireUnusedKeys(db, after(100_000))).toBe(0);
  const [newest] = await listAllSigningKeys(db);
  expect(newest).toMatchObject({ signs_from: signsFrom, retired_at: null });
  await fresh.close();
});
