import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { toBannedUntil } from "./accounts.ts";

let world: TestApp;
let admin: Awaited<ReturnType<typeof openAdminClient>>;
beforeAll(async () => {
  world = await createTestApp({ env: { AUTH_AUTOCONFIRM: "off" } });
  admin = await openAdminClient(world);
});
afterAll(() => world.close());

const signIn = (credentials: { email: string; password: string }) =>
  openAuthClient(world.app.server).signInWithPassword(credentials);

async function created(attributes: object = {}) {
  const credentials = newCredentials();
  const { data, error } = await admin.api.createUser({ ...credentials, email_confirm: true, ...attributes });
  expect(error).toBeNull();
  return { ...credentials, id: data.user?.id ?? "", user: data.user };
}

test("an account made by an admin can sign in with what the admin wrote", async () => {
  const { user, ...person } = await created({ user_metadata: { display_name: "Kara" }, app_metadata: { plan: "pro" } });
  expect(user).toMatchObject({
    aud: "authenticated",
    role: "authenticated",
    email: person.email,
    email_confirmed_at: expect.any(String),
    user_metadata: { display_name: "Kara" },
    app_metadata: { provider: "email", providers: ["email"], plan: "pro" },
    identities: [{ provider: "email", identity_data: { email: person.email, email_verified: true } }],
  });
  expect(JSON.stringify(user)).not.toContain("argon2");
  const { data } = await signIn(person);
  expect(data.user?.id).toBe(person.id);
  const row = await world.db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow();
  expect(row.display_name).toBe("Kara");
});

test("an account whose address the admin does not vouch for waits for its confirmation", async () => {
  const person = await created({ email_confirm: false });
  expect((await signIn(person)).error).toMatchObject({ code: "email_not_confirmed" });
  await admin.api.updateUserById(person.id, { email_confirm: true });
  expect((await signIn(person)).error).toBeNull();
  await admin.api.updateUserById(person.id, { email_confirm: false });
  expect((await signIn(person)).error).toMatchObject({ code: "email_not_confirmed" });
});

test("an account comes with a password that was hashed elsewhere", async () => {
  const password = `otter ${randomUUID()}`;
  const password_hash = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const { data } = await admin.api.createUser({ email: newCredentials().email, password_hash, email_confirm: true });
  expect((await signIn({ email: data.user?.email ?? "", password })).error).toBeNull();
});

test.each([
  ["bcrypt", "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"],
  ["argon2i", "$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b+dWRWJTmaaJObG/mfVZ0L5Jrs"],
  [
    "too little memory",
    "$argon2id$v=19$m=1,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b+dWRWJTmaaJObG/mfVZ0L5Jrs",
  ],
  [
    "too much memory",
    "$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b+dWRWJTmaaJObG/mfVZ0L5Jrs",
  ],
  ["a broken salt", "$argon2id$v=19$m=4096,t=1,p=1$A$RdescudvJCsgt3ub+b+dWRWJTmaaJObG/mfVZ0L5Jrs"],
  ["plain text", "correct horse battery staple"],
])("a hash of %s is refused", async (_what, password_hash) => {
  const { error } = await admin.api.createUser({ email: newCredentials().email, password_hash });
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

test.each([
  ["no address", { password: "otter in the reeds" }, 400, "validation_failed"],
  ["no real address", { email: "kara", password: "otter in the reeds" }, 400, "validation_failed"],
  ["a short password", { email: "kara@example.test", password: "short" }, 422, "weak_password"],
  [
    "two passwords",
    { email: "kara@example.test", password: "otter in the reeds", password_hash: "x" },
    400,
    "validation_failed",
  ],
  ["the service's role", { email: "kara@example.test", role: "service_role" }, 400, "validation_failed"],
  ["an unknown field", { email: "kara@example.test", is_super_admin: true }, 400, "validation_failed"],
  ["a suspension without end", { email: "kara@example.test", ban_duration: "forever" }, 400, "validation_failed"],
  ["too much data", { email: "kara@example.test", app_metadata: { a: "x".repeat(5_000) } }, 400, "validation_failed"],
  ["what PostgreSQL cannot hold", { email: "kara@example.test", user_metadata: { a: "\0" } }, 400, "validation_failed"],
])("an account with %s is not made", async (_what, attributes, status, code) => {
  expect((await admin.api.createUser(attributes)).error).toMatchObject({ status, code });
  expect(await world.db.selectFrom("users").select("id").where("email", "=", "kara@example.test").execute()).toEqual(
    [],
  );
});

test("two accounts cannot have one address, however it is spelt and however quickly they come", async () => {
  const { email } = await created();
  const taken = { status: 422, code: "email_exists" };
  expect((await admin.api.createUser({ email: email.toUpperCase() })).error).toMatchObject(taken);
  const other = await created();
  expect((await admin.api.updateUserById(other.id, { email })).error).toMatchObject(taken);
  const wanted = newCredentials().email;
  const answers = await Promise.all(Array.from({ length: 5 }, () => admin.api.createUser({ email: wanted })));
  const refusals = answers.flatMap(({ error }) => error ?? []);
  expect(refusals).toHaveLength(4);
  for (const refusal of refusals) expect(refusal).toMatchObject(taken);
});

test("an admin reads one account, and one that does not exist is not found", async () => {
  const { id, email } = await created();
  expect((await admin.api.getUserById(id)).data.user).toMatchObject({ id, email });
  const nobody = randomUUID();
  const notFound = { status: 404, code: "user_not_found" };
  expect((await admin.api.getUserById(nobody)).error).toMatchObject(notFound);
  expect((await admin.api.updateUserById(nobody, { email_confirm: true })).error).toMatchObject(notFound);
  expect((await admin.api.deleteUser(nobody)).error).toMatchObject(notFound);
  for (const [method, path] of [
    ["DELETE", ""],
    ["DELETE", "/sessions"],
    ["DELETE", `/factors/${randomUUID()}`],
  ] as const) {
    const answer = await admin.send(method, `/auth/v1/admin/users/${nobody}${path}`);
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "user_not_found"]);
  }
  expect((await admin.get(`/auth/v1/admin/users/${nobody}/factors`)).statusCode).toBe(404);
});

test.each(["x", "1", "' or 1=1 --", "00000000-0000-0000-0000-00000000000g"])("%j is no id", async (id) => {
  const url = `/auth/v1/admin/users/${encodeURIComponent(id)}`;
  const answers = [await admin.get(url), await admin.send("PUT", url), await admin.send("DELETE", url)];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_code: "validation_failed", msg: "user_id must be an UUID" });
  }
});

test("data is merged key by key, and null takes one away", async () => {
  const { id } = await created({ user_metadata: { a: 1, display_name: "Old" }, app_metadata: { plan: "pro" } });
  const { data } = await admin.api.updateUserById(id, {
    user_metadata: { a: null, display_name: "New", b: 2 },
    app_metadata: { plan: null, seat: 7 },
  });
  expect(data.user?.user_metadata).toEqual({ display_name: "New", b: 2 });
  expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], seat: 7 });
  const row = await world.db.selectFrom("users").select("display_name").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.display_name).toBe("New");
  const tooMuch = await admin.api.updateUserById(id, { user_metadata: { c: "x".repeat(3_990) } });
  expect(tooMuch.error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("an admin moves an account to another address, and the old one is told", async () => {
  const person = await created();
  const mailbox = openMailbox(world.db, person.email);
  const email = newCredentials().email;
  const { data } = await admin.api.updateUserById(person.id, { email });
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  expect(data.user?.identities).toMatchObject([{ identity_data: { email, email_verified: true } }]);
  expect((await mailbox.next()).subject).toContain("was changed");
  expect((await signIn({ ...person, email })).error).toBeNull();
  expect((await signIn(person)).error).toMatchObject({ code: "invalid_credentials" });
});

test("a new address that the admin does not vouch for is not confirmed", async () => {
  const person = await created();
  const email = newCredentials().email;
  const { data } = await admin.api.updateUserById(person.id, { email, email_confirm: false });
  expect(data.user?.email_confirmed_at).toBeUndefined();
  expect(data.user?.identities).toMatchObject([{ identity_data: { email, email_verified: false } }]);
  expect((await signIn({ ...person, email })).error).toMatchObject({ code: "email_not_confirmed" });
});

test("a password set by an admin ends every session and every mailed link, and its owner is told", async () => {
  const person = await created();
  const client = openAuthClient(world.app.server);
  await client.signInWithPassword(person);
  await client.resetPasswordForEmail(person.email);
  const mailbox = openMailbox(world.db, person.email);
  const { linkToken } = await mailbox.next();

  expect((await admin.api.updateUserById(person.id, { password: "short" })).error).toMatchObject({
    code: "weak_password",
  });
  expect((await client.getUser()).error).toBeNull();
  const password = `badger ${randomUUID()}`;
  expect((await admin.api.updateUserById(person.id, { password })).error).toBeNull();
  expect((await mailbox.next()).subject).toContain("password was changed");
  expect((await client.refreshSession()).error).toMatchObject({ code: "refresh_token_not_found" });
  const visitor = openAuthClient(world.app.server);
  expect((await visitor.verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toMatchObject({
    code: "otp_expired",
  });
  expect((await signIn(person)).error).toMatchObject({ code: "invalid_credentials" });
  expect((await signIn({ ...person, password })).error).toBeNull();
});

test("a deleted account is gone with everything of its own, and its player stays without it", async () => {
  const person = await created();
  const { data } = await signIn(person);
  const clan = await world.clan();
  const member = { clan_id: clan.id, user_id: person.id, name: "Kara", name_key: "kara", role: "member" } as const;
  await world.db.insertInto("clan_members").values(member).execute();

  const { data: deleted, error } = await admin.api.deleteUser(person.id);
  expect(error).toBeNull();
  expect(deleted.user?.id).toBe(person.id);
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  expect((await world.app.server.inject({ method: "GET", url: "/auth/v1/user", headers })).statusCode).toBe(403);
  for (const table of ["auth_sessions", "auth_identities"] as const) {
    expect(await world.db.selectFrom(table).select("id").where("user_id", "=", person.id).execute()).toEqual([]);
  }
  const players = await world.db.selectFrom("clan_members").selectAll().where("clan_id", "=", clan.id).execute();
  expect(players).toMatchObject([{ name: "Kara", user_id: null }]);
  expect((await signIn(person)).error).toMatchObject({ code: "invalid_credentials" });
  expect((await admin.api.createUser({ email: person.email })).error).toBeNull();
});

test("a softly deleted account is closed, stays on record, and can then be deleted for good", async () => {
  const person = await created();
  const client = openAuthClient(world.app.server);
  await client.signInWithPassword(person);
  expect((await admin.api.deleteUser(person.id, true)).error).toBeNull();
  expect((await client.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  expect((await signIn(person)).error).toMatchObject({ code: "invalid_credentials" });
  const { data } = await admin.api.getUserById(person.id);
  expect(data.user).toMatchObject({ email: person.email, deleted_at: expect.any(String) });
  expect((await admin.api.updateUserById(person.id, { email_confirm: true })).error).toMatchObject({
    code: "user_not_found",
  });
  const again = await admin.send("DELETE", `/auth/v1/admin/users/${person.id}`, { should_soft_delete: true });
  expect(again.statusCode).toBe(404);
  expect((await admin.send("DELETE", `/auth/v1/admin/users/${person.id}`)).json()).toEqual({});
  expect((await admin.api.getUserById(person.id)).error).toMatchObject({ code: "user_not_found" });
});

const noon = new Date("2026-03-01T12:00:00Z");

test.each([
  ["24h", "2026-03-02T12:00:00.000Z"],
  ["2h45m", "2026-03-01T14:45:00.000Z"],
  ["1.5h", "2026-03-01T13:30:00.000Z"],
  ["300ms", "2026-03-01T12:00:00.300Z"],
  ["1h0m1s", "2026-03-01T13:00:01.000Z"],
  ["876600h", "2126-03-02T12:00:00.000Z"],
])("%s lasts until %s", (duration, until) => {
  expect(toBannedUntil(duration, noon)?.toISOString()).toBe(until);
});

test("none lasts not at all", () => {
  expect(toBannedUntil("none", noon)).toBeNull();
});

test.each(["", "0s", "0", "-1h", "24", "h", "1d", "1 h", "1h ", "1e9h", "NaN", "9999999h", "99999999999999999999h"])(
  "%j is no duration",
  (duration) => {
    expect(() => toBannedUntil(duration, noon)).toThrow("invalid format for ban duration");
  },
);
