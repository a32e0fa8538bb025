import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

const named = {
  early: "Early@clan.test",
  unproved: "unproved@clan.test",
  later: "later@clan.test",
  moved: "moved@clan.test",
  closed: "closed@clan.test",
  unasked: "unasked@clan.test",
};
const env = { AUTH_AUTOCONFIRM: "off", APP_ADMIN_EMAILS: Object.values(named).join(", ") };

let before: TestApp;
let world: TestApp;
beforeAll(async () => {
  before = await createTestApp({ env: { AUTH_AUTOCONFIRM: "off" } });
  const now = new Date();
  await before.db
    .insertInto("users")
    .values([
      { email: named.early, email_confirmed_at: now, email_confirmed_by: "mail" },
      { email: named.unproved, email_confirmed_at: null },
      { email: named.closed, email_confirmed_at: now, email_confirmed_by: "mail", deleted_at: now },
      { email: "stranger@clan.test", email_confirmed_at: now, email_confirmed_by: "mail" },
    ])
    .execute();
  world = await createTestApp({ beside: before, env });
});
afterAll(async () => {
  await world.close();
  await before.close();
});

async function listAdmins() {
  const rows = await world.db
    .selectFrom("app_admins")
    .innerJoin("users", "users.id", "app_admins.user_id")
    .select(["users.email", "app_admins.note"])
    .orderBy("users.email")
    .execute();
  for (const { note } of rows) expect(note).toBe("named in APP_ADMIN_EMAILS");
  return rows.map(({ email }) => email);
}

/** What the audit says about those whom the setting made app admins. */
async function listAudited() {
  const rows = await world.db.selectFrom("admin_audit").selectAll().orderBy("target").execute();
  const granted = { action: "app_admin.grant", actor_id: null, target_type: "user" };
  const after = { note: "named in APP_ADMIN_EMAILS" };
  for (const row of rows) expect(row).toMatchObject({ ...granted, after, target_id: expect.any(String) });
  return rows.map(({ target }) => target);
}

const isAppAdmin = async (access_token = "") => {
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await world.app.server.inject({ method: "GET", url: "/api/me/admin", headers });
  return answer.json().data.isAppAdmin as boolean;
};

test("S26: an installation starts without accounts, and whoever signs up first is no app admin", async () => {
  const empty = await createTestApp();
  expect(await empty.db.selectFrom("users").select("id").execute()).toEqual([]);
  const person = await empty.signedUp();
  expect((await person.get("/api/me/admin")).json()).toMatchObject({ data: { isAppAdmin: false } });
  expect(await empty.db.selectFrom("app_admins").selectAll().execute()).toEqual([]);
  await empty.close();
});

test("at the start the named accounts become app admins, if their address is proved to be theirs", async () => {
  expect(await listAdmins()).toEqual([named.early]);
});

test("H3: whoever signs up with a named address where nobody asks for proof is no app admin", async () => {
  const trusting = await createTestApp({ beside: world, env: { ...env, AUTH_AUTOCONFIRM: "on" } });
  const client = openAuthClient(trusting.app.server);
  const credentials = { ...newCredentials(), email: named.unasked };
  const { data } = await client.signUp(credentials);
  expect(await isAppAdmin(data.session?.access_token)).toBe(false);
  const mover = openAuthClient(trusting.app.server);
  await mover.signUp(newCredentials());
  expect((await mover.updateUser({ email: named.moved })).data.user?.email).toBe(named.moved);
  expect(await isAppAdmin((await mover.refreshSession()).data.session?.access_token)).toBe(false);
  await mover.updateUser({ email: newCredentials().email });
  await trusting.close();

  const again = await createTestApp({ beside: world, env });
  expect(await listAdmins()).toEqual([named.early]);
  await again.close();
  // An administrator's word counts.
  const admin = await openAdminClient(world);
  await admin.api.updateUserById(String(data.user?.id), { email_confirm: true });
  const later = await openAuthClient(world.app.server).signInWithPassword(credentials);
  expect(await isAppAdmin(later.data.session?.access_token)).toBe(true);
});

test("whoever signs up with a named address becomes app admin by confirming it, and not sooner", async () => {
  const client = openAuthClient(world.app.server);
  await client.signUp({ email: named.later, password: `otter ${crypto.randomUUID()}` });
  expect(await listAdmins()).not.toContain(named.later);
  const { linkToken } = await openMailbox(world.db, named.later).next();
  const { data } = await client.verifyOtp({ token_hash: linkToken, type: "signup" });
  expect(await isAppAdmin(data.session?.access_token)).toBe(true);
  expect(await listAdmins()).toContain(named.later);
});

test("whoever moves to a named address becomes app admin with their next token", async () => {
  const admin = await openAdminClient(world);
  const credentials = newCredentials();
  const { data } = await admin.api.createUser({ ...credentials, email_confirm: true });
  const client = openAuthClient(world.app.server);
  await client.signInWithPassword(credentials);
  const id = data.user?.id ?? "";
  await admin.api.updateUserById(id, { email: named.moved, email_confirm: false });
  expect(await isAppAdmin((await client.refreshSession()).data.session?.access_token)).toBe(false);
  await admin.api.updateUserById(id, { email_confirm: true });
  expect(await isAppAdmin((await client.refreshSession()).data.session?.access_token)).toBe(true);
});

test("S62: each of them is in the audit once, with nobody as the doer", async () => {
  expect(await listAudited()).toEqual(await listAdmins());
});

test("taking an address out of the setting takes nothing back, and starting again adds nothing", async () => {
  const admins = await listAdmins();
  const later = await createTestApp({ beside: world });
  expect(await listAdmins()).toEqual(admins);
  await later.close();
});
