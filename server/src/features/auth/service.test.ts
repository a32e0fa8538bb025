import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../db/tables.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { cleanUpAuth } from "./service.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

const hour = 3_600_000;
const day = 24 * hour;
const now = new Date();
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const ahead = (milliseconds: number) => ago(-milliseconds);
const life = { idleDays: 30, maxDays: 90 };
const cleanUp = (log = recordedLog()) => cleanUpAuth(db, log, life, now);

async function insertUser(values: { is_anonymous?: boolean; created_at?: Date; last_sign_in_at?: Date } = {}) {
  const { id } = await db
    .insertInto("users")
    .values({ display_name: "Kara", ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertSession(
  user_id: string,
  values: { created_at?: Date; refreshed_at?: Date; reused_at?: Date } = {},
) {
  const session = { user_id, refresh_key: randomBytes(32), amr: "[]", ...values };
  const { id } = await db.insertInto("auth_sessions").values(session).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function insertFactor(user_id: string, status: "verified" | "unverified", created_at: Date) {
  const factor = { user_id, type: "totp", status, created_at } as const;
  const { id } = await db.insertInto("auth_factors").values(factor).returning("id").executeTakeFirstOrThrow();
  return id;
}

test("sessions go three days after they are over", async () => {
  const user = await insertUser();
  const kept = [
    await insertSession(user),
    await insertSession(user, { created_at: ago(80 * day), refreshed_at: ago(33 * day - hour) }),
    await insertSession(user, { created_at: ago(93 * day - hour) }),
    await insertSession(user, { reused_at: ago(3 * day - hour) }),
  ];
  await insertSession(user, { reused_at: ago(3 * day + hour) });
  await insertSession(user, { created_at: ago(80 * day), refreshed_at: ago(33 * day + hour) });
  await insertSession(user, { created_at: ago(93 * day + hour) });
  await cleanUp();
  const left = await db.selectFrom("auth_sessions").select("id").where("user_id", "=", user).execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

test("L8: tokens of providers are remembered until they end", async () => {
  const values = [ahead(hour), ago(1000)].map((expires_at) => ({ token_hash: randomBytes(32), expires_at }));
  await db.insertInto("auth_used_id_tokens").values(values).execute();
  await cleanUp();
  const left = await db.selectFrom("auth_used_id_tokens").select("token_hash").execute();
  expect(left).toEqual([{ token_hash: values[0]?.token_hash }]);
});

test("mailed links go when they have expired", async () => {
  const user = await insertUser();
  const token = { user_id: user, email: "a@b.example", code_hash: randomBytes(32), code_expires_at: ago(hour) };
  await db
    .insertInto("auth_one_time_tokens")
    .values([
      { ...token, kind: "signup", link_hash: randomBytes(32), link_expires_at: ahead(hour) },
      { ...token, kind: "recovery", link_hash: randomBytes(32), link_expires_at: ago(1_000) },
    ])
    .execute();
  await cleanUp();
  expect(await db.selectFrom("auth_one_time_tokens").select("kind").execute()).toEqual([{ kind: "signup" }]);
});

test("flows and challenges go when they have expired", async () => {
  const flow = { provider: "discord", redirect_to: "/" };
  await db
    .insertInto("auth_flows")
    .values([
      { ...flow, nonce: "kept", expires_at: ahead(1_000) },
      { ...flow, nonce: "gone", expires_at: ago(1_000) },
    ])
    .execute();
  const user = await insertUser();
  const challenge = { factor_id: await insertFactor(user, "verified", now), session_id: await insertSession(user) };
  await db
    .insertInto("auth_challenges")
    .values([
      { ...challenge, attempts: 1, expires_at: ahead(1_000) },
      { ...challenge, attempts: 2, expires_at: ago(1_000) },
    ])
    .execute();
  const unsigned = { kind: "authentication" as const, challenge: Buffer.from("kept") };
  await db
    .insertInto("auth_webauthn_challenges")
    .values([
      { ...unsigned, expires_at: ahead(1_000) },
      { ...unsigned, challenge: Buffer.from("gone"), expires_at: ago(1_000) },
    ])
    .execute();
  await cleanUp();
  const left = await db.selectFrom("auth_webauthn_challenges").select("challenge").execute();
  expect(left.map(({ challenge: bytes }) => bytes.toString())).toEqual(["kept"]);
  expect(await db.selectFrom("auth_flows").select("nonce").execute()).toEqual([{ nonce: "kept" }]);
  expect(await db.selectFrom("auth_challenges").select("attempts").execute()).toEqual([{ attempts: 1 }]);
});

test("a factor nobody has verified goes after a day, a verified one never", async () => {
  const user = await insertUser();
  const kept = [
    await insertFactor(user, "verified", ago(500 * day)),
    await insertFactor(user, "unverified", ago(23 * hour)),
  ];
  await insertFactor(user, "unverified", ago(25 * hour));
  await cleanUp();
  const left = await db.selectFrom("auth_factors").select("id").where("user_id", "=", user).execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

test("the record of what happened is kept for 400 days", async () => {
  const entry = { user_id: randomUUID(), outcome: "success" } as const;
  await db
    .insertInto("auth_audit")
    .values([
      { ...entry, action: "login", at: ago(399 * day) },
      { ...entry, action: "logout", at: ago(401 * day) },
    ])
    .execute();
  await cleanUp();
  expect(await db.selectFrom("auth_audit").select("action").execute()).toEqual([{ action: "login" }]);
});

test("counts that no longer count go, and those without end stay", async () => {
  await db
    .insertInto("auth_rate_limits")
    .values([
      { key: "past", expire: now.getTime() - 1 },
      { key: "coming", expire: now.getTime() + 1_000 },
      { key: "endless", expire: null },
    ])
    .execute();
  await cleanUp();
  const left = await db.selectFrom("auth_rate_limits").select("key").orderBy("key").execute();
  expect(left).toEqual([{ key: "coming" }, { key: "endless" }]);
});

test("an anonymous user goes after thirty days without a session; everybody else stays", async () => {
  const old = { created_at: ago(31 * day) };
  const gone = await insertUser({ ...old, is_anonymous: true });
  const goneWithSession = await insertUser({ created_at: ago(100 * day), is_anonymous: true });
  await insertSession(goneWithSession, { refreshed_at: ago(60 * day) });
  const seen = await insertUser({ ...old, is_anonymous: true, last_sign_in_at: ago(29 * day) });
  const signedIn = await insertUser({ ...old, is_anonymous: true });
  await insertSession(signedIn);
  const young = await insertUser({ is_anonymous: true, created_at: ago(29 * day) });
  const person = await insertUser({ created_at: ago(1_000 * day) });
  await cleanUp();
  const all = [gone, goneWithSession, seen, signedIn, young, person];
  const left = await db.selectFrom("users").select("id").where("id", "in", all).execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([seen, signedIn, young, person].toSorted());
});

test("keys are retired when nothing of theirs can live any more, and go a week later", async () => {
  const key = { sealed_jwk: Buffer.alloc(0), public_jwk: "{}" };
  await db
    .insertInto("auth_signing_keys")
    .values([
      { ...key, kid: "long gone", signs_from: ago(90 * day), retired_at: ago(8 * day) },
      { ...key, kid: "retired", signs_from: ago(80 * day), retired_at: ago(6 * day) },
      { ...key, kid: "replaced", signs_from: ago(70 * day) },
      { ...key, kid: "previous", signs_from: ago(2 * day) },
      { ...key, kid: "current", signs_from: ago(day) },
      { ...key, kid: "next", signs_from: ahead(hour) },
    ])
    .execute();
  await cleanUp();
  const left = await db.selectFrom("auth_signing_keys").select(["kid", "retired_at"]).orderBy("signs_from").execute();
  expect(left.map(({ kid, retired_at }) => [kid, retired_at !== null])).toEqual([
    ["retired", true],
    ["replaced", true],
    ["previous", false],
    ["current", false],
    ["next", false],
  ]);
});

test("thousands of rows go in one run, those in somebody's hands wait for the next, and the log says how many", async () => {
  const user = await insertUser();
  const rows = Array.from({ length: 2_500 }, () => ({
    provider: "x",
    redirect_to: "/",
    expires_at: ago(1),
    user_id: user,
  }));
  await db.insertInto("auth_flows").values(rows).execute();
  const log = recordedLog();
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("auth_flows").select("id").where("user_id", "=", user).limit(3).forUpdate().execute();
    await cleanUp(log);
  });
  const count = () => db.selectFrom("auth_flows").select("id").where("user_id", "=", user).execute();
  expect(await count()).toHaveLength(3);
  expect(log.lines).toMatchObject([{ level: "info", details: { deleted: { auth_flows: 2_497 } } }]);
  await cleanUp();
  expect(await count()).toHaveLength(0);
});

test("two clean-ups at once do not trip over each other, and a clean-up without work is silent", async () => {
  const log = recordedLog();
  await Promise.all([cleanUp(log), cleanUp(log), cleanUp(log)]);
  expect(log.lines).toEqual([]);
});
