import { beforeAll, expect, test } from "vitest";
import { readAdminAudit } from "../../testing/admin-audit.ts";
import { signUpClient, signUpWithTotp } from "../../testing/authenticator.ts";
import { openMailbox } from "../../testing/mailbox.ts";
import { createSoftwareAuthenticator, inBrowserWith } from "../../testing/software-authenticator.ts";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  admin = await world.appAdmin();
});

const reason = "Asked for by mail";
const urlOf = ({ userId }: { userId: string }, verb = "") => `/api/admin/users/${userId}${verb && `/${verb}`}`;
const act = (verb: string, who: { userId: string }, body: object = { reason }) =>
  admin.send("POST", urlOf(who, verb), body);
const verbs = [
  "suspend",
  "lift",
  "reset-mfa",
  "remove-passkeys",
  "revoke-sessions",
  "resend-confirmation",
  "send-reset",
  "anonymise",
] as const;

/** Somebody whose name is known and whose address is proven. */
async function signedUp(display_name = "Kara Moon") {
  const person = await world.signedUp();
  await world.db
    .updateTable("users")
    .set({ display_name, email_confirmed_at: new Date() })
    .where("id", "=", person.userId)
    .execute();
  return person;
}

async function expectAudited(userId: string, action: string, more: object = {}) {
  const [row] = await readAdminAudit(world, userId);
  expect(row).toMatchObject({ action, actor_id: admin.userId, target_type: "user", reason, ...more });
  expect(row?.request_id).toMatch(/./);
}

test("a suspended person is out at once, is told so, and comes back when it is lifted", async () => {
  const kara = await signedUp();
  const mailbox = openMailbox(world.db, kara.email);
  const answer = await act("suspend", kara);
  expect(answer.json()).toMatchObject({ state: "suspended", sessions: [], suspended_until: expect.any(String) });
  expect((await kara.get("/api/me/profile")).statusCode).toBe(401);
  const { refresh_token, email, password } = kara;
  const refresh = await world.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  expect(refresh.statusCode).toBe(400);
  const login = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  expect(login.json()).toMatchObject({ error_code: "user_banned" });
  expect((await mailbox.next()).subject).toBe("Your account is suspended");
  const changed = { before: { suspended: false }, after: { suspended: true } };
  await expectAudited(kara.userId, "user.suspend", { target: "Kara Moon", ...changed });
  expect((await act("suspend", kara)).json()).toMatchObject({ error: "conflict" });

  expect((await act("lift", kara)).json()).toMatchObject({ state: "active", suspended_until: null });
  await expectAudited(kara.userId, "user.lift");
  expect((await mailbox.next()).subject).toBe("Your account is no longer suspended");
  const again = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  expect(again.statusCode).toBe(200);
  expect((await act("lift", kara)).json()).toMatchObject({ error: "conflict", message: "They are not suspended." });
});

test("whoever lost their authenticator gets in by password once their second factors are reset, and is told", async () => {
  const kara = await signUpWithTotp(world);
  const mailbox = openMailbox(world.db, kara.email);
  expect((await mailbox.next()).subject).toBe("A new way to sign in was added");
  await kara.client.mfa.enroll({ factorType: "totp", friendlyName: "Never proven" });
  expect((await admin.get(urlOf(kara))).json()).toMatchObject({ has_factor: true });

  const answer = await act("reset-mfa", kara);
  expect(answer.json()).toMatchObject({ has_factor: false, factors: [], sessions: [{ aal: "aal1" }] });
  expect((await mailbox.next()).subject).toBe("A way to sign in was removed");
  expect(await mailbox.unread()).toBe(0);
  await expectAudited(kara.userId, "user.reset_mfa", { before: { factors: ["totp", "totp"] }, after: { factors: [] } });
  const own = await world.db.selectFrom("auth_audit").selectAll().where("user_id", "=", kara.userId).execute();
  const removed = own.filter(({ action }) => action === "factor_unenrolled");
  expect(removed.map(({ ip, traits }) => [ip, traits.by])).toEqual([
    ["", "app_admin"],
    ["", "app_admin"],
  ]);
  expect((await act("reset-mfa", kara)).json()).toMatchObject({ message: "They have no second factor." });
});

test("whoever lost their device loses its passkeys by an app admin, is told, and gets in otherwise", async () => {
  const kara = await signUpClient(world);
  const authenticator = createSoftwareAuthenticator();
  await inBrowserWith(authenticator, () => kara.client.registerPasskey());
  const mailbox = openMailbox(world.db, kara.email);
  expect((await mailbox.next()).subject).toBe("A passkey was added");
  expect((await admin.get(urlOf(kara))).json()).toMatchObject({ passkeys: 1 });
  expect((await act("remove-passkeys", kara)).json()).toMatchObject({ passkeys: 0 });
  expect((await mailbox.next()).subject).toBe("A passkey was removed");
  await expectAudited(kara.userId, "user.remove_passkeys", { before: { passkeys: 1 }, after: { passkeys: 0 } });
  expect((await act("remove-passkeys", kara)).json()).toMatchObject({ message: "They have no passkey." });
  expect((await act("remove-passkeys", admin)).json()).toMatchObject({
    message: "Remove your own passkeys in Account.",
  });
  const { email, password } = kara;
  const again = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  expect(again.statusCode).toBe(200);
});

test("S31: somebody is signed out everywhere, and may sign in again", async () => {
  const kara = await signedUp();
  const { email, password } = kara;
  await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  const answer = await act("revoke-sessions", kara);
  expect(answer.json()).toMatchObject({ state: "active", sessions: [] });
  expect((await kara.get("/api/me/profile")).statusCode).toBe(401);
  await expectAudited(kara.userId, "user.revoke_sessions", { before: { sessions: 2 }, after: { sessions: 0 } });
});

test("a new person gets the confirmation once more, and its link works", async () => {
  const kara = await signedUp();
  const confirmed = await act("resend-confirmation", kara);
  expect(confirmed.json()).toMatchObject({ error: "conflict", message: "Their address is already confirmed." });
  await world.db.updateTable("users").set({ email_confirmed_at: null }).where("id", "=", kara.userId).execute();
  expect((await act("resend-confirmation", kara)).json()).toMatchObject({ state: "unconfirmed" });
  await expectAudited(kara.userId, "user.resend_confirmation");
  const { linkToken } = await openMailbox(world.db, kara.email).next();
  const body = { type: "signup", token_hash: linkToken };
  expect((await world.visitor.send("POST", "/auth/v1/verify", body)).statusCode).toBe(200);
  expect((await admin.get(urlOf(kara))).json()).toMatchObject({ state: "active" });
});

test("somebody who forgot the password gets a link, and the admin never sees it", async () => {
  const kara = await signedUp();
  const answer = await act("send-reset", kara);
  expect(answer.statusCode).toBe(200);
  await expectAudited(kara.userId, "user.send_reset", { before: null, after: null });
  const { linkToken, code } = await openMailbox(world.db, kara.email).next();
  expect(linkToken).not.toBe("");
  expect(answer.payload + JSON.stringify(await readAdminAudit(world, kara.userId))).not.toMatch(
    new RegExp(`${linkToken}|"${code}"`),
  );
  const body = { type: "recovery", token_hash: linkToken };
  expect((await world.visitor.send("POST", "/auth/v1/verify", body)).statusCode).toBe(200);

  const { userId } = await world.user();
  await world.db.updateTable("users").set({ email: null }).where("id", "=", userId).execute();
  expect((await act("send-reset", { userId })).json()).toMatchObject({ message: "They have no e-mail address." });
  await act("suspend", kara);
  expect((await act("send-reset", kara)).json()).toMatchObject({ error: "conflict" });
});

test.each(["suspend", "anonymise"])("an app admin is not hit by %s, and nobody does it to themselves", async (verb) => {
  const colleague = await world.appAdmin();
  const answer = await act(verb, colleague);
  expect([answer.statusCode, answer.json().message]).toEqual([409, "Revoke their app admin rights first."]);
  const own = await act(verb, admin);
  expect([own.statusCode, own.json().message]).toEqual([409, expect.stringMatching(/^You cannot .+ yourself\./)]);
  expect(await readAdminAudit(world, colleague.userId)).toEqual([]);
});

test.each([
  [{}, /./],
  [{ reason: "abcd" }, /at least 5/],
  [{ reason: "  ab   " }, /at least 5/],
  [{ reason: "x".repeat(201) }, /200 characters/],
  [{ reason: "line\nbreak" }, /cannot be shown/],
  [{ reason: "a\u0000bcdef" }, /cannot be shown/],
  [{ reason: "enough", extra: 1 }, /extra/],
])("the reason of %j is refused for every action, and nothing happens", async (body, message) => {
  const kara = await world.user();
  for (const verb of verbs) {
    const answer = await act(verb, kara, body);
    expect([answer.statusCode, answer.json().error], verb).toEqual([400, "validation_failed"]);
    expect(answer.json().message, verb).toMatch(message);
  }
  expect(await readAdminAudit(world, kara.userId)).toEqual([]);
});

test("nobody is acted on who is not there", async () => {
  const gone = await world.user();
  await world.db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", gone.userId).execute();
  for (const verb of verbs) {
    expect((await act(verb, { userId: crypto.randomUUID() })).statusCode, verb).toBe(404);
    expect((await act(verb, gone)).statusCode, verb).toBe(404);
  }
  expect((await admin.get(urlOf(gone))).statusCode).toBe(404);
});
