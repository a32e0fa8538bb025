import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
let admin: Awaited<ReturnType<typeof openAdminClient>>;
beforeAll(async () => {
  world = await createTestApp({ env: { AUTH_AUTOCONFIRM: "off", AUTH_SIGNUP: "off" } });
  admin = await openAdminClient(world);
});
afterAll(() => world.close());

const open = () => openAuthClient(world.app.server);
const emailExists = { status: 422, code: "email_exists" };

const findTarget = (properties: { action_link: string } | null) =>
  new URL(properties?.action_link ?? "").searchParams.get("redirect_to");

async function confirmed() {
  const credentials = newCredentials();
  await admin.api.createUser({ ...credentials, email_confirm: true });
  return credentials;
}

test("somebody who is invited gets a mail whose link is a way in, where signing up is closed", async () => {
  const { email } = newCredentials();
  const { data, error } = await admin.api.inviteUserByEmail(email, { data: { display_name: "Kara" } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { display_name: "Kara" } });
  expect(data.user?.email_confirmed_at).toBeUndefined();
  const { subject, linkToken } = await openMailbox(world.db, email).next();
  expect(subject).toContain("invited");
  const client = open();
  const accepted = await client.verifyOtp({ token_hash: linkToken, type: "invite" });
  expect(accepted.data.user).toMatchObject({ id: data.user?.id, email_confirmed_at: expect.any(String) });
  expect((await open().verifyOtp({ token_hash: linkToken, type: "invite" })).error).toMatchObject({
    code: "otp_expired",
  });
  expect((await admin.api.inviteUserByEmail(email)).error).toMatchObject(emailExists);
});

test("whoever has not come yet can be invited again, and only the latest link counts", async () => {
  const { email } = newCredentials();
  const mailbox = openMailbox(world.db, email);
  const first = await admin.api.inviteUserByEmail(email);
  const { linkToken: old } = await mailbox.next();
  const again = await admin.api.inviteUserByEmail(email);
  const { linkToken } = await mailbox.next();
  expect(again.data.user?.id).toBe(first.data.user?.id);
  expect((await open().verifyOtp({ token_hash: old, type: "invite" })).error).toMatchObject({ code: "otp_expired" });
  expect((await open().verifyOtp({ token_hash: linkToken, type: "invite" })).error).toBeNull();
});

test("a link is made without a mail, and link and code are both good", async () => {
  const { email } = await confirmed();
  const { data } = await admin.api.generateLink({ type: "recovery", email, options: { redirectTo: "/clans" } });
  expect(data.properties).toMatchObject({
    verification_type: "recovery",
    redirect_to: "http://localhost:3000/clans",
    email_otp: expect.stringMatching(/^\d{6}$/),
  });
  expect(data.properties?.action_link).toContain(`token_hash=${data.properties?.hashed_token}`);
  expect(findTarget(data.properties)).toBe("http://localhost:3000/clans");
  expect(data.user).toMatchObject({ email });
  expect(await openMailbox(world.db, email).unread()).toBe(0);
  const byLink = await open().verifyOtp({ token_hash: data.properties?.hashed_token ?? "", type: "recovery" });
  expect(byLink.error).toBeNull();

  const magic = await admin.api.generateLink({ type: "magiclink", email });
  const token = magic.data.properties?.email_otp ?? "";
  expect((await open().verifyOtp({ email, token, type: "magiclink" })).error).toBeNull();
});

test("a link leads to no address of a stranger", async () => {
  const { email } = await confirmed();
  const options = { redirectTo: "https://evil.example/steal" };
  const { data } = await admin.api.generateLink({ type: "magiclink", email, options });
  expect(data.properties?.redirect_to).toBe("http://localhost:3000/");
  expect(data.properties?.action_link).not.toContain("evil");
  expect(findTarget(data.properties)).toBe("http://localhost:3000/");
  const unasked = await admin.api.generateLink({ type: "magiclink", email });
  expect(findTarget(unasked.data.properties)).toBe("http://localhost:3000/");
});

test("a sign-up link makes the account, and its password is the one of the link", async () => {
  const { email, password } = newCredentials();
  const impostor = await admin.api.generateLink({ type: "signup", email, password: `weasel ${crypto.randomUUID()}` });
  const { data } = await admin.api.generateLink({ type: "signup", email, password });
  expect(data.user?.id).toBe(impostor.data.user?.id);
  const before = await open().signInWithPassword({ email, password });
  expect(before.error).toMatchObject({ code: "email_not_confirmed" });
  const token_hash = data.properties?.hashed_token ?? "";
  expect((await open().verifyOtp({ token_hash, type: "signup" })).error).toBeNull();
  expect((await open().signInWithPassword({ email, password })).error).toBeNull();
  expect((await admin.api.generateLink({ type: "signup", email, password })).error).toMatchObject(emailExists);
  expect((await admin.api.generateLink({ type: "invite", email })).error).toMatchObject(emailExists);
});

test("a link to sign in makes an account for whoever has none", async () => {
  const { email } = newCredentials();
  const { data } = await admin.api.generateLink({ type: "magiclink", email });
  expect(data.properties?.verification_type).toBe("signup");
  const token_hash = data.properties?.hashed_token ?? "";
  expect((await open().verifyOtp({ token_hash, type: "signup" })).data.user?.email).toBe(email);
});

test("an address changes when the links of both addresses were used", async () => {
  const { email, password } = await confirmed();
  const newEmail = newCredentials().email;
  const current = await admin.api.generateLink({ type: "email_change_current", email, newEmail });
  const next = await admin.api.generateLink({ type: "email_change_new", email, newEmail });
  expect(next.data.user?.new_email).toBe(newEmail);
  const use = (link: typeof current) =>
    open().verifyOtp({ token_hash: link.data.properties?.hashed_token ?? "", type: "email_change" });
  expect((await use(current)).error).toBeNull();
  expect((await open().signInWithPassword({ email: newEmail, password })).error).not.toBeNull();
  expect((await use(next)).error).toBeNull();
  expect((await open().signInWithPassword({ email: newEmail, password })).error).toBeNull();
});

test("an address of somebody else is no new address", async () => {
  const [one, other] = [await confirmed(), await confirmed()];
  const { error } = await admin.api.generateLink({ type: "email_change_new", email: one.email, newEmail: other.email });
  expect(error).toMatchObject(emailExists);
});

test.each([
  ["an unknown type", { type: "phone_change", email: "a@example.test" }, 400, "validation_failed"],
  ["no address", { type: "recovery" }, 400, "validation_failed"],
  ["an address nobody has", { type: "recovery", email: "nobody@example.test" }, 404, "user_not_found"],
  ["a sign-up without password", { type: "signup", email: "a@example.test" }, 400, "validation_failed"],
  ["a weak password", { type: "signup", email: "a@example.test", password: "short" }, 422, "weak_password"],
  ["an unknown field", { type: "recovery", email: "a@example.test", admin: true }, 400, "validation_failed"],
])("a link for %s is not made", async (_what, body, status, code) => {
  const answer = await admin.send("POST", "/auth/v1/admin/generate_link", body);
  expect([answer.statusCode, answer.json().error_code]).toEqual([status, code]);
});

test("a change of address without the new one is refused", async () => {
  const { email } = await confirmed();
  const answer = await admin.send("POST", "/auth/v1/admin/generate_link", { type: "email_change_new", email });
  expect([answer.statusCode, answer.json().error_code]).toEqual([400, "validation_failed"]);
});
