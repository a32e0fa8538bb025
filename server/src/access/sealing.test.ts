import { randomBytes } from "node:crypto";
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../db/migrate.ts";
import { landedMigrations } from "../db/migrate.ts";
import { readMail } from "../mail/queue-mail.ts";
import { createEmptyDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { createAccessTokens } from "./access-tokens.ts";
import { countUnsealed } from "./sealing.queries.ts";
import { hasForeignKeys, openSecrets, requireSealingSecrets } from "./sealing.ts";
import { createSecrets, toSealingKey } from "./secrets.ts";
import { toPublicJwk } from "./signing-key.ts";
import { openKeyRing } from "./signing-keys.ts";

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "clanhall-sealing-"));
  await chmod(parent, 0o755);
});
afterAll(() => rm(parent, { recursive: true }));

const builtIn = (name: string, secret: string | null = null) => ({
  secret,
  databaseUrl: null,
  dataFolder: join(parent, name),
});

test("H2: the built-in database has its sealing key in a file that only its owner reads", async () => {
  const starts = await Promise.all([1, 2, 3].map(() => requireSealingSecrets(builtIn("first"))));
  const [text = ""] = starts[0] ?? [];
  expect(starts).toEqual([[text], [text], [text]]);
  expect(text).toMatch(/^[\da-f]{64}$/);
  const path = join(parent, "first", "sealing.key");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toBe(`${text}\n`);
  expect(await readdir(join(parent, "first"))).toEqual(["sealing.key"]);
});

test("whoever sets CLANHALL_SECRET later seals with that and still opens with the file", async () => {
  const [inFile] = await requireSealingSecrets(builtIn("later"));
  expect(await requireSealingSecrets(builtIn("later", "from now on this"))).toEqual(["from now on this", inFile]);
  expect(await requireSealingSecrets(builtIn("never", "from the start"))).toEqual(["from the start"]);
});

test("a damaged key is not replaced", async () => {
  await requireSealingSecrets(builtIn("damaged"));
  await writeFile(join(parent, "damaged", "sealing.key"), "");
  await expect(requireSealingSecrets(builtIn("damaged"))).rejects.toThrow(/sealing\.key is damaged: put it back/);
});

test("H2: with DATABASE_URL the start asks for CLANHALL_SECRET and says how to make one, in one sentence", async () => {
  const external = { databaseUrl: "postgres://db/clanhall", dataFolder: join(parent, "external") };
  const asking = requireSealingSecrets({ ...external, secret: null });
  await expect(asking).rejects.toThrow(
    /^With DATABASE_URL, CLANHALL_SECRET is needed .+`openssl rand -hex 32`[^.]+\.$/,
  );
  expect(await requireSealingSecrets({ ...external, secret: "a secret" })).toEqual(["a secret"]);
  expect(await readdir(parent)).not.toContain("external");
});

const outside: [string] = ["a secret that lives outside of the database"];
const rules = { issuer: "https://clan.example/auth/v1", seconds: 3600 };
const somebody = { sub: crypto.randomUUID(), session_id: crypto.randomUUID() };

/** The release before anything was sealed. */
const lastInClear = 14;
let earlier: string;
beforeAll(async () => {
  earlier = await mkdtemp(join(tmpdir(), "clanhall-earlier-"));
  for (const name of await readdir(landedMigrations))
    if (Number.parseInt(name, 10) <= lastInClear) await cp(join(landedMigrations, name), join(earlier, name));
});
afterAll(() => rm(earlier, { recursive: true }));

type Database = Awaited<ReturnType<typeof createEmptyDatabase>>;

/** An installation of an earlier release with keys and mails in clear, brought to this release's schema. */
async function openEarlier() {
  const database = await createEmptyDatabase();
  await migrate(database.connection, earlier);
  const { pool } = database;
  const key = { id: randomBytes(8).toString("hex"), key: randomBytes(32) };
  await pool.query("insert into sealing_keys (id, key) values ($1, $2)", [key.id, key.key]);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const privateJwk: JWK = { ...jwk, kid, alg: "ES256" };
  await pool.query("insert into auth_signing_keys (kid, private_jwk, public_jwk) values ($1, $2, $3)", [
    kid,
    privateJwk,
    toPublicJwk(jwk, kid, "ES256"),
  ]);
  for (const [subject, state, age] of mails) {
    await pool.query(
      `insert into mails (recipient, subject, text, html, unsubscribe_url, state, created_at)
       values ('ann@clan.test', $1, $2, $2, $3, $4, now() - $5::interval)`,
      [subject, `https://clan.test/reset/${subject}-secret`, "https://clan.test/stop/secret", state, age],
    );
  }
  await migrate(database.connection);
  return { database, key, kid, d: String(jwk.d) };
}

const mails = [
  ["sent", "sent", "1 hour"],
  ["failed", "failed", "1 hour"],
  ["waiting", "waiting", "1 hour"],
  ["kept", "kept", "1 hour"],
  ["old", "kept", "2 days"],
] as const;

async function dump({ pool }: Database): Promise<string> {
  const rows = [];
  for (const table of ["sealing_keys", "auth_signing_keys", "mails"])
    rows.push(...(await pool.query<{ line: string }>(`select t::text as line from ${table} t order by 1`)).rows);
  return rows.map(({ line }) => line).join("\n");
}

test("H2: what an earlier release left in clear is sealed by the next start, however many instances start", async () => {
  const { database, key, kid, d } = await openEarlier();
  const { db } = database;
  const former = createSecrets([key]).seal("JBSWY3DP", "totp");
  expect(await dump(database)).toContain(d);
  expect(await countUnsealed(db)).toEqual({ keys: 2, mails: 2 });

  const logs = [1, 2, 3].map(() => recordedLog());
  const [secrets, ...others] = await Promise.all(logs.map((log) => openSecrets(db, outside, log)));
  if (!secrets) throw new Error("nothing was opened");
  const after = await dump(database);
  for (const trace of [d, key.key.toString("hex"), key.key.toString("base64"), "-secret", "/stop/"])
    expect(after).not.toContain(trace);
  expect(await countUnsealed(db)).toEqual({ keys: 0, mails: 0 });

  for (const opened of [secrets, ...others]) expect(opened.open(former, "totp")).toBe("JBSWY3DP");
  const rows = await db.selectFrom("mails").selectAll().orderBy("subject").execute();
  expect(rows.map((row) => [row.subject, readMail(secrets, row).text])).toEqual([
    ["failed", null],
    ["kept", "https://clan.test/reset/kept-secret"],
    ["old", null],
    ["sent", null],
    ["waiting", "https://clan.test/reset/waiting-secret"],
  ]);

  // The key goes on signing, and its successor waits: whoever has an older copy of the database has the key.
  const ring = await openKeyRing(db, secrets, null);
  expect((await ring.getSigner()).kid).toBe(kid);
  expect(await ring.listPublicKeys()).toHaveLength(2);
  const tokens = createAccessTokens(db, ring, rules);
  expect(await tokens.read(await tokens.sign(somebody))).toMatchObject({ userId: somebody.sub });
  await database.close();
});

test("H2: a start that dies in the middle loses nothing, and the next one seals", async () => {
  const { database, key, kid, d } = await openEarlier();
  const { db, pool } = database;
  const former = createSecrets([key]).seal("JBSWY3DP", "totp");
  await pool.query(`
    create function die() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger die before update on mails for each row execute function die()`);
  const before = await dump(database);
  await expect(openSecrets(db, outside, recordedLog())).rejects.toThrow(/terminat/);
  expect(await dump(database)).toBe(before);

  await pool.query("drop trigger die on mails");
  const secrets = await openSecrets(db, outside, recordedLog());
  expect(await dump(database)).not.toContain(d);
  expect(secrets.open(former, "totp")).toBe("JBSWY3DP");
  expect((await (await openKeyRing(db, secrets, null)).getSigner()).kid).toBe(kid);
  await database.close();
});

test("a start with another secret says which key it cannot open and what to do", async () => {
  const { database } = await openEarlier();
  const { db } = database;
  await openSecrets(db, outside, recordedLog());
  expect(await hasForeignKeys(db, outside)).toBe(false);
  const wrong: [string] = ["somebody mistyped the secret of the database"];
  const secrets = await openSecrets(db, wrong, recordedLog());
  await expect(openKeyRing(db, secrets, null)).rejects.toThrow(/was sealed with another secret: .+auth revoke-key /);
  expect(await hasForeignKeys(db, wrong)).toBe(true);
  expect(await hasForeignKeys(db, [...wrong, ...outside])).toBe(false);
  await database.close();
});

test("a secret that is set later opens by itself what the key file, and the keys that it opened, had sealed", async () => {
  const { database, key, kid } = await openEarlier();
  const { db } = database;
  const [inFile, later, last] = ["the text of the key file", "a secret that was set later", "what came after its loss"];
  const before = await openSecrets(db, [inFile], recordedLog());
  const [factor, earlierFactor] = [before.seal("JBSWY3DP", "totp"), createSecrets([key]).seal("KRSXG5A=", "totp")];
  expect(await hasForeignKeys(db, [later])).toBe(true);

  await Promise.all([1, 2, 3].map(() => openSecrets(db, [later, inFile], recordedLog())));
  expect(await dump(database)).not.toContain(toSealingKey(inFile).key.toString("hex"));
  expect(await hasForeignKeys(db, [later])).toBe(false);
  const alone = await openSecrets(db, [later], recordedLog());
  expect([alone.open(factor, "totp"), alone.open(earlierFactor, "totp")]).toEqual(["JBSWY3DP", "KRSXG5A="]);
  expect((await (await openKeyRing(db, alone, null)).getSigner()).kid).toBe(kid);

  // Where that one is lost, the file is kept with the next.
  await openSecrets(db, [last, inFile], recordedLog());
  expect((await openSecrets(db, [last], recordedLog())).open(factor, "totp")).toBe("JBSWY3DP");
  await database.close();
});
