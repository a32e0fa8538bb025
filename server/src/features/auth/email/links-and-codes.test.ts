import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
let second: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  second = await createTestApp({ beside: world });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const open = () => openAuthClient(world.app.server);
const linkRefusal = { status: 403, code: "otp_expired", message: "Email link is invalid or has expired" };
const codeRefusal = { status: 403, code: "otp_expired", message: "Token has expired or is invalid" };

async function recovering() {
  const person = await world.signedUp();
  const mailbox = openMailbox(world.db, person.email);
  const ask = async () => {
    expect((await open().resetPasswordForEmail(person.email)).error).toBeNull();
    return mailbox.next();
  };
  return { ...person, mailbox, ask };
}

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("S18: of twenty people who use a link at once, one gets in", async () => {
  const { ask } = await recovering();
  const { linkToken } = await ask();
  const use = ({ visitor }: TestApp) =>
    visitor.send("POST", "/auth/v1/verify", { token_hash: linkToken, type: "recovery" });
  const answers = await Promise.all(Array.from({ length: 10 }, () => [use(world), use(second)]).flat());
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(19);
});

test("S18: a link and its code are one: using either ends both", async () => {
  const { ask, email } = await recovering();
  const first = await ask();
  expect((await open().verifyOtp({ token_hash: first.linkToken, type: "recovery" })).error).toBeNull();
  expect((await open().verifyOtp({ email, token: first.code, type: "recovery" })).error).toMatchObject(codeRefusal);
  const next = await ask();
  expect((await open().verifyOtp({ email, token: next.code, type: "recovery" })).error).toBeNull();
  expect((await open().verifyOtp({ email, token: next.code, type: "recovery" })).error).toMatchObject(codeRefusal);
  const link = await open().verifyOtp({ token_hash: next.linkToken, type: "recovery" });
  expect(link.error).toMatchObject(linkRefusal);
});

test("after five wrong codes the right one is refused too, and the link still works", async () => {
  const { ask, email } = await recovering();
  const { code, linkToken } = await ask();
  for (let time = 0; time < 5; time++) {
    const { error } = await open().verifyOtp({ email, token: otherCode(code), type: "recovery" });
    expect(error).toMatchObject(codeRefusal);
  }
  expect((await open().verifyOtp({ email, token: code, type: "recovery" })).error).toMatchObject(codeRefusal);
  expect((await open().verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toBeNull();
});

test("a crowd of wrong codes at the same moment counts one by one", async () => {
  const { ask, email, userId } = await recovering();
  const { code } = await ask();
  await Promise.all(
    Array.from({ length: 12 }, () =>
      world.visitor.send("POST", "/auth/v1/verify", { email, token: otherCode(code), type: "recovery" }),
    ),
  );
  const rows = world.db.selectFrom("auth_one_time_tokens").select("code_attempts").where("user_id", "=", userId);
  expect(await rows.execute()).toEqual([{ code_attempts: 5 }]);
  expect((await open().verifyOtp({ email, token: code, type: "recovery" })).error).toMatchObject(codeRefusal);
});

test("codes of one address are bounded however often new ones are asked for", async () => {
  const strict = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "on" } });
  for (const email of [(await recovering()).email, newCredentials().email]) {
    const guess = { email, token: "123456", type: "recovery" };
    await strict.visitor.send("POST", "/auth/v1/verify", guess);
    await world.db.updateTable("auth_rate_limits").set({ points: 20 }).where("key", "like", "code:%").execute();
    expect((await strict.visitor.send("POST", "/auth/v1/verify", guess)).statusCode).toBe(429);
  }
  await strict.close();
});

const expire = (userId: string, column: "code_expires_at" | "link_expires_at") =>
  world.db
    .updateTable("auth_one_time_tokens")
    .set({ [column]: sql`now() - interval '1 second'` })
    .where("user_id", "=", userId)
    .execute();

test("S18: a link that is too old is worth nothing", async () => {
  const { ask, userId } = await recovering();
  const { linkToken } = await ask();
  await expire(userId, "link_expires_at");
  expect((await open().verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toMatchObject(linkRefusal);
});

test("a code that is too old is worth nothing, while its link still works", async () => {
  const { ask, email, userId } = await recovering();
  const { code, linkToken } = await ask();
  await expire(userId, "code_expires_at");
  expect((await open().verifyOtp({ email, token: code, type: "recovery" })).error).toMatchObject(codeRefusal);
  expect((await open().verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toBeNull();
});

test("S18: a recovery link lives an hour, any other a day, and codes a quarter of an hour", async () => {
  const { ask, email, mailbox, userId } = await recovering();
  await ask();
  await open().signInWithOtp({ email });
  await mailbox.next();
  const seconds = (column: "code_expires_at" | "link_expires_at") =>
    sql<number>`round(extract(epoch from ${sql.ref(column)} - created_at))::int`;
  const rows = await world.db
    .selectFrom("auth_one_time_tokens")
    .select(["kind", seconds("code_expires_at").as("code"), seconds("link_expires_at").as("link")])
    .where("user_id", "=", userId)
    .orderBy("kind")
    .execute();
  expect(rows).toEqual([
    { kind: "magiclink", code: 900, link: 86_400 },
    { kind: "recovery", code: 900, link: 3_600 },
  ]);
});

test("a token of one kind opens nothing of another, and a code belongs to its address", async () => {
  const { ask, email } = await recovering();
  const other = await world.signedUp();
  const { code, linkToken } = await ask();
  for (const type of ["signup", "invite", "magiclink", "email", "email_change"] as const) {
    expect((await open().verifyOtp({ token_hash: linkToken, type })).error, type).toMatchObject(linkRefusal);
    expect((await open().verifyOtp({ email, token: code, type })).error, type).toMatchObject(codeRefusal);
  }
  const foreign = await open().verifyOtp({ email: other.email, token: code, type: "recovery" });
  expect(foreign.error).toMatchObject(codeRefusal);
  expect((await open().verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();
});

test("S18: neither link nor code can be read from the database", async () => {
  const { ask } = await recovering();
  const { linkToken, code } = await ask();
  const { rows } = await sql<{ dump: string }>`
    select string_agg(t::text, ' ') as dump from auth_one_time_tokens t`.execute(world.db);
  const dump = rows[0]?.dump ?? "";
  expect(dump).not.toBe("");
  const hex = (text: string, encoding: "utf8" | "base64url") => Buffer.from(text, encoding).toString("hex");
  for (const trace of [linkToken, hex(linkToken, "utf8"), hex(linkToken, "base64url"), hex(code, "utf8")]) {
    expect(dump).not.toContain(trace);
  }
  const { rows: others } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    and table_name not in ('mails')`.execute(world.db);
  for (const { name } of others) {
    const found = await sql`select from ${sql.table(name)} t where t::text like ${`%${linkToken}%`}`.execute(world.db);
    expect(found.rows, name).toHaveLength(0);
  }
});

test("somebody suspended or deleted is not let in by a mail", async () => {
  const banned = await recovering();
  const toBanned = await banned.ask();
  const until = new Date(Date.now() + 3_600_000);
  await world.db.updateTable("users").set({ banned_until: until }).where("id", "=", banned.userId).execute();
  const refused = await open().verifyOtp({ token_hash: toBanned.linkToken, type: "recovery" });
  expect(refused.error).toMatchObject({ status: 403, code: "user_banned" });

  const gone = await recovering();
  const toGone = await gone.ask();
  await world.db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", gone.userId).execute();
  const nobody = await open().verifyOtp({ token_hash: toGone.linkToken, type: "recovery" });
  expect(nobody.error).toMatchObject(linkRefusal);
});

test("S62: a wrong code and a wrong link are written down, without what was typed", async () => {
  const { ask, email, userId } = await recovering();
  const { code } = await ask();
  await open().verifyOtp({ email, token: otherCode(code), type: "recovery" });
  const rows = await world.db
    .selectFrom("auth_audit")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("at")
    // Signing up and the first login are one transaction and have one time.
    .orderBy("action", "desc")
    .execute();
  expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    "user_signedup success",
    "login success",
    "user_recovery_requested success",
    "verification_attempted failure",
  ]);
  expect(JSON.stringify(rows)).not.toContain(otherCode(code));
});

test.each([
  [{ type: "recovery" }],
  [{ type: "recovery", email: "a@b.example" }],
  [{ type: "recovery", token: "123456" }],
  [{ type: "recovery", token: "123456", token_hash: "x", email: "a@b.example" }],
  [{ type: "recovery", token_hash: "x", email: "a@b.example" }],
  [{ type: "constructor", token_hash: "x" }],
  [{ type: "reauthentication", token: "123456", email: "a@b.example" }],
  [{ token_hash: "x" }],
  [{ type: "recovery", token: 123_456, email: "a@b.example" }],
  [{ type: "sms", token: "123456" }],
  [{ type: "sms", phone: "+4915112345678" }],
  [{ type: "email", token: "123456", phone: "+4915112345678" }],
])("%j proves nothing", async (body) => {
  const answer = await world.visitor.send("POST", "/auth/v1/verify", body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error_code).toBe("validation_failed");
});

test("a code of a phone is over, whichever it is, and a number that is none is refused", async () => {
  const client = openAuthClient(world.app.server);
  for (const phone of ["+4915112345678", "15551234567", "+49 151 1234"]) {
    for (const type of ["sms", "phone_change"] as const) {
      expect((await client.verifyOtp({ phone, token: "123456", type })).error, phone).toMatchObject({
        status: 403,
        code: "otp_expired",
        message: "Token has expired or is invalid",
      });
      expect((await client.resend({ phone, type })).error, phone).toBeNull();
    }
  }
  for (const phone of ["invalid", "+0151", "", `+${"1".repeat(16)}`]) {
    expect((await client.verifyOtp({ phone, token: "123456", type: "sms" })).error, phone).toMatchObject({
      status: 400,
      message: "Invalid phone number format (E.164 required)",
    });
  }
});
