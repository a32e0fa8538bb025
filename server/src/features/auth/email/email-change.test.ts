import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { createTestApp, sharedApp, type TestApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
/** Where addresses have to be confirmed. */
let careful: TestApp;
beforeAll(async () => {
  careful = await createTestApp({ beside: world, env: { AUTH_AUTOCONFIRM: "off" } });
});
afterAll(() => careful.close());

const open = () => openAuthClient(careful.app.server);
const newAddress = () => newCredentials().email;

async function signedIn() {
  const { email, password, userId } = await world.signedUp();
  const client = open();
  await client.signInWithPassword({ email, password });
  const { data } = await client.getSession();
  return { email, password, userId, client, mailbox: openMailbox(world.db, email), user: data.session?.user };
}

const tokensOf = async (userId: string) => {
  const rows = world.db.selectFrom("auth_one_time_tokens").select("kind").where("user_id", "=", userId);
  return (await rows.orderBy("kind").execute()).map(({ kind }) => kind);
};

/** As if everybody had signed in a while ago. */
const letProofsAge = (userId: string, interval = "6 minutes") =>
  world.db
    .updateTable("auth_sessions")
    .set({ proved_at: sql`now() - ${interval}::interval` })
    .where("user_id", "=", userId)
    .execute();

async function changing() {
  const person = await signedIn();
  const email = newAddress();
  const { data, error } = await person.client.updateUser({ email });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: person.email, new_email: email, email_change_sent_at: expect.any(String) });
  const [toOld, toNew] = [await person.mailbox.next(), await openMailbox(world.db, email).next()];
  return { ...person, newEmail: email, toOld, toNew };
}

test.each(["current first", "new first"])("S22: an address changes when both have agreed: %s", async (order) => {
  const { client, email, newEmail, password, toOld, toNew, mailbox, userId } = await changing();
  expect(toOld.text).toContain(newEmail);
  expect(toOld.link.searchParams.get("type")).toBe("email_change");
  const [first, second] = order === "current first" ? [toOld, toNew] : [toNew, toOld];
  const half = await careful.visitor.send("POST", "/auth/v1/verify", {
    token_hash: first.linkToken,
    type: "email_change",
  });
  expect([half.statusCode, half.json()]).toEqual([
    200,
    { msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email", code: "200" },
  ]);
  expect((await client.getUser()).data.user).toMatchObject({ email, new_email: newEmail });
  const again = await open().verifyOtp({ token_hash: first.linkToken, type: "email_change" });
  expect(again.error).toMatchObject({ code: "otp_expired" });

  const device = open();
  const { data, error } = await device.verifyOtp({ token_hash: second.linkToken, type: "email_change" });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    id: userId,
    email: newEmail,
    identities: [{ identity_data: { email: newEmail } }],
  });
  expect(data.user?.new_email).toBeUndefined();
  expect((await device.getClaims()).data?.claims.amr).toMatchObject([{ method: "email_change" }]);
  expect((await mailbox.next()).subject).toBe("The address of your Clanhall account was changed");
  expect((await open().signInWithPassword({ email: newEmail, password })).error).toBeNull();
  expect((await open().signInWithPassword({ email, password })).error).toMatchObject({ code: "invalid_credentials" });
});

test("S22: agreeing twice with one address moves nothing, and codes work as links do", async () => {
  const { client, email, newEmail, toNew, mailbox, toOld } = await changing();
  await client.verifyOtp({ email: newEmail, token: toNew.code, type: "email_change" });
  await client.resend({ email, type: "email_change" });
  const asked = await mailbox.next();
  expect(asked.linkToken).not.toBe(toOld.linkToken);
  expect(await openMailbox(world.db, newEmail).unread()).toBe(1);
  expect((await client.getUser()).data.user?.email).toBe(email);
  const { data } = await open().verifyOtp({ email, token: asked.code, type: "email_change" });
  expect(data.user?.email).toBe(newEmail);
});

test("S22: an old mail that was cleared away does not count as agreed", async () => {
  const { email, newEmail, toNew, userId } = await changing();
  await world.db
    .deleteFrom("auth_one_time_tokens")
    .where("user_id", "=", userId)
    .where("kind", "=", "email_change_current")
    .execute();
  await open().verifyOtp({ token_hash: toNew.linkToken, type: "email_change" });
  const row = world.db.selectFrom("users").select(["email", "new_email"]).where("id", "=", userId);
  expect(await row.executeTakeFirst()).toEqual({ email, new_email: newEmail });
});

test("a browser that follows the first of two links is told that one is missing", async () => {
  const { toOld, toNew } = await changing();
  const follow = async (token: string) =>
    new URL(String((await careful.visitor.get(`/auth/v1/verify?token=${token}&type=email_change`)).headers.location));
  const half = new URLSearchParams((await follow(toOld.linkToken)).hash.slice(1));
  expect(half.get("message")).toContain("proceed to confirm link sent to the other email");
  expect(half.has("access_token")).toBe(false);
  expect(new URLSearchParams((await follow(toNew.linkToken)).hash.slice(1)).has("access_token")).toBe(true);
});

test("S22: a sign-up that nobody confirmed gives way to whoever shows that the address is theirs", async () => {
  const newEmail = newAddress();
  await open().signUp({ email: newEmail, password: newCredentials().password });
  const inbox = openMailbox(world.db, newEmail);
  const firstMail = await inbox.next();
  const { client, userId, mailbox } = await signedIn();
  await client.updateUser({ email: newEmail });
  const [toOld, toNew] = [await mailbox.next(), await inbox.next()];
  expect((await open().verifyOtp({ token_hash: toOld.linkToken, type: "email_change" })).error).toBeNull();
  const { data } = await open().verifyOtp({ token_hash: toNew.linkToken, type: "email_change" });
  expect(data.user).toMatchObject({ id: userId, email: newEmail });
  const { error } = await open().verifyOtp({ token_hash: firstMail.linkToken, type: "signup" });
  expect(error).toMatchObject({ code: "otp_expired" });
  const holders = await world.db.selectFrom("users").select("id").where("email", "=", newEmail).execute();
  expect(holders).toEqual([{ id: userId }]);
});

test("L5: however many accounts want an address, it gets five mails an hour that ask it to agree", async () => {
  const limited = await createTestApp({
    beside: world,
    env: { AUTH_AUTOCONFIRM: "off", AUTH_RATE_LIMITS: "on", AUTH_MAIL_GAP_SECONDS: "0" },
  });
  const wanted = newAddress();
  for (let n = 0; n < 2; n++) {
    const { email, password } = await world.signedUp();
    const client = openAuthClient(limited.app.server);
    await client.signInWithPassword({ email, password });
    expect((await client.updateUser({ email: wanted })).error).toBeNull();
    const mailbox = openMailbox(world.db, email);
    await mailbox.next();
    for (let again = 0; again < 3; again++) {
      expect((await client.resend({ email, type: "email_change" })).error).toBeNull();
      await mailbox.next();
    }
  }
  expect(await openMailbox(world.db, wanted).unread()).toBe(5);
  await limited.close();
});

test.each([
  ["suspended", { banned_until: new Date(Date.now() + 3_600_000) }],
  ["invited", { invited_at: new Date() }],
  ["signed in to", { last_sign_in_at: new Date() }],
])("S22: an account that was %s meanwhile keeps its address", async (_what, change) => {
  const newEmail = newAddress();
  const { data: holder } = await open().signUp({ email: newEmail, password: newCredentials().password });
  const inbox = openMailbox(world.db, newEmail);
  await inbox.next();
  const { client, userId, email, mailbox } = await signedIn();
  await client.updateUser({ email: newEmail });
  const [toOld, toNew] = [await mailbox.next(), await inbox.next()];
  await world.db.updateTable("users").set(change).where("email", "=", newEmail).execute();
  expect((await open().verifyOtp({ token_hash: toOld.linkToken, type: "email_change" })).error).toBeNull();
  const { error } = await open().verifyOtp({ token_hash: toNew.linkToken, type: "email_change" });
  expect(error).toMatchObject({ status: 422, code: "email_exists" });
  const rows = await world.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("email", "in", [email, newEmail])
    .execute();
  expect(new Map(rows.map((row) => [row.email, row.id]))).toEqual(
    new Map([
      [email, userId],
      [newEmail, holder.user?.id],
    ]),
  );
});

test("naming the present address takes a change back", async () => {
  const { client, email, toOld, userId } = await changing();
  const { data } = await client.updateUser({ email });
  expect(data.user?.new_email).toBeUndefined();
  expect(await tokensOf(userId)).toEqual([]);
  const { error } = await open().verifyOtp({ token_hash: toOld.linkToken, type: "email_change" });
  expect(error).toMatchObject({ code: "otp_expired" });
});

test("M5: a new address is answered alike whether somebody has it or not, and whoever has it is told", async () => {
  const taken = await world.signedUp();
  const closed = await world.signedUp();
  await world.db.updateTable("users").set({ deleted_at: new Date() }).where("id", "=", closed.userId).execute();
  const shapes = [];
  for (const email of [newAddress(), taken.email, closed.email]) {
    const person = await signedIn();
    const { data, error } = await person.client.updateUser({ email });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: person.email,
      new_email: email,
      email_change_sent_at: expect.any(String),
    });
    shapes.push(Object.keys(data.user ?? {}).join());
    // The half that is theirs to give counts as always, and alone moves nothing.
    const half = await person.mailbox.next();
    const agreed = { token_hash: half.linkToken, type: "email_change" };
    expect((await careful.visitor.send("POST", "/auth/v1/verify", agreed)).json()).toMatchObject({ code: "200" });
    expect((await person.client.getUser()).data.user).toMatchObject({ email: person.email, new_email: email });
  }
  expect(new Set(shapes).size).toBe(1);
  const notice = await openMailbox(world.db, taken.email).next();
  expect(notice).toMatchObject({ subject: "Someone tried to use your address at Clanhall", code: "", linkToken: "" });
  expect(await openMailbox(world.db, closed.email).unread()).toBe(0);
});

test("M5: without confirmation a taken address is answered with 200 too, and nothing moves", async () => {
  const [person, taken] = [await world.signedUp(), await world.signedUp()];
  const answer = await person.send("PUT", "/auth/v1/user", { email: taken.email });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ id: person.userId, email: person.email, new_email: taken.email });
  expect((await openMailbox(world.db, taken.email).next()).subject).toContain("Someone tried to use your address");
});

test("M5: one account asks for ten new addresses an hour", async () => {
  const strict = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "on" } });
  const { access_token } = await world.signedUp();
  const headers = { authorization: `Bearer ${access_token}` };
  const statuses = [];
  for (let time = 0; time < 11; time++) {
    const payload = { email: newAddress() };
    const remoteAddress = "198.51.100.7";
    const call = { method: "PUT", url: "/auth/v1/user", headers, payload, remoteAddress } as const;
    const answer = await strict.app.server.inject(call);
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  await strict.close();
});

test("an address that somebody got in the meantime is refused", async () => {
  const other = await world.signedUp();
  const { newEmail, toOld, toNew, userId, email } = await changing();
  await open().verifyOtp({ token_hash: toOld.linkToken, type: "email_change" });
  await world.db.updateTable("users").set({ email: newEmail }).where("id", "=", other.userId).execute();
  const taken = await open().verifyOtp({ token_hash: toNew.linkToken, type: "email_change" });
  expect(taken.error).toMatchObject({ status: 422, code: "email_exists" });
  const row = world.db.selectFrom("users").select("email").where("id", "=", userId);
  expect(await row.executeTakeFirst()).toEqual({ email });
});

test("S22: a new address needs fresh proof: a recent sign-in, the password or a mailed code", async () => {
  const { client, password, mailbox, userId } = await signedIn();
  await letProofsAge(userId);
  const change = (proof = {}) => client.updateUser({ email: newAddress(), ...proof });
  expect((await change()).error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  const wrong = await change({ current_password: "a wrong guess" });
  expect(wrong.error).toMatchObject({ status: 400, code: "current_password_invalid" });
  expect((await change({ nonce: "000000" })).error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  expect((await change({ current_password: password })).error).toBeNull();
  await mailbox.next();

  expect((await client.reauthenticate()).error).toBeNull();
  const { code, subject } = await mailbox.next();
  expect(subject).toBe("Your Clanhall code");
  expect((await change({ nonce: code })).error).toBeNull();
  expect((await change({ nonce: code })).error).toMatchObject({ code: "reauthentication_not_valid" });
});

test("five wrong codes end a code, although each was refused", async () => {
  const { client, mailbox, userId } = await signedIn();
  await letProofsAge(userId);
  await client.reauthenticate();
  const { code } = await mailbox.next();
  const wrong = code === "000000" ? "000001" : "000000";
  for (const nonce of [wrong, wrong, wrong, wrong, wrong, code]) {
    const { error } = await client.updateUser({ email: newAddress(), nonce });
    expect(error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  }
});

test("somebody else's code proves nothing", async () => {
  const [owner, thief] = [await signedIn(), await signedIn()];
  await owner.client.reauthenticate();
  const { code } = await owner.mailbox.next();
  await letProofsAge(thief.userId);
  const { error } = await thief.client.updateUser({ email: newAddress(), nonce: code });
  expect(error).toMatchObject({ code: "reauthentication_not_valid" });
});

test("S22: without confirmation an address changes at once, and the old one is told", async () => {
  const { email, password, userId } = await world.signedUp();
  const client = openAuthClient(world.app.server);
  await client.signInWithPassword({ email, password });
  await client.resetPasswordForEmail(email);
  const mailbox = openMailbox(world.db, email);
  const { linkToken } = await mailbox.next();
  const next = newAddress();
  const { data } = await client.updateUser({ email: next });
  expect(data.user).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] });
  expect((await mailbox.next()).subject).toBe("The address of your Clanhall account was changed");
  expect(await tokensOf(userId)).toEqual([]);
  const late = await open().verifyOtp({ token_hash: linkToken, type: "recovery" });
  expect(late.error).toMatchObject({ code: "otp_expired" });
});

test("S17: a new password ends every pending mail and change, and its owner is told", async () => {
  const { client, email, password, userId, mailbox } = await changing();
  await client.resetPasswordForEmail(email);
  await mailbox.next();
  expect(await tokensOf(userId)).toEqual(["email_change_current", "email_change_new", "recovery"]);
  const next = newCredentials().password;
  expect((await client.updateUser({ password: next, current_password: password })).error).toBeNull();
  expect(await tokensOf(userId)).toEqual([]);
  expect((await client.getUser()).data.user?.new_email).toBeUndefined();
  expect((await mailbox.next()).subject).toBe("Your Clanhall password was changed");
});

test("S17: a new password needs the old one, a mailed code, or having just come by mail", async () => {
  const { client, password, mailbox, userId, email } = await signedIn();
  const next = newCredentials().password;
  for (const guess of [password, next]) {
    const { error } = await client.updateUser({ password: guess });
    expect(error).toMatchObject({ status: 400, code: "current_password_required" });
  }
  await client.reauthenticate();
  const { code } = await mailbox.next();
  expect((await client.updateUser({ password: next, nonce: code })).error).toBeNull();
  await mailbox.next();

  const device = open();
  await device.resetPasswordForEmail(email);
  await device.verifyOtp({ token_hash: (await mailbox.next()).linkToken, type: "recovery" });
  const long = Math.floor(Date.now() / 1000) - 16 * 60;
  const amr = JSON.stringify([{ method: "recovery", timestamp: long }]);
  await world.db.updateTable("auth_sessions").set({ amr }).where("user_id", "=", userId).execute();
  const late = await device.updateUser({ password: newCredentials().password });
  expect(late.error).toMatchObject({ code: "current_password_required" });
});

test("an account without a password needs fresh proof for its first one", async () => {
  const email = newAddress();
  const client = open();
  await client.signInWithOtp({ email });
  await client.verifyOtp({ email, token: (await openMailbox(world.db, email).next()).code, type: "email" });
  const { data } = await client.getUser();
  const userId = data.user?.id ?? "";
  const amr = JSON.stringify([{ method: "oauth", timestamp: Math.floor(Date.now() / 1000) }]);
  await world.db.updateTable("auth_sessions").set({ amr }).where("user_id", "=", userId).execute();
  await letProofsAge(userId);
  const { password } = newCredentials();
  expect((await client.updateUser({ password })).error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  await letProofsAge(userId, "1 minute");
  expect((await client.updateUser({ password })).error).toBeNull();
});

test("S22: whoever is only half signed in changes neither address nor password", async () => {
  const { client, userId, password } = await signedIn();
  await world.db.insertInto("auth_factors").values({ user_id: userId, type: "totp", status: "verified" }).execute();
  for (const change of [{ email: newAddress() }, { password: newCredentials().password, current_password: password }]) {
    expect((await client.updateUser(change)).error).toMatchObject({ status: 401, code: "insufficient_aal" });
  }
});

test("S62: each step of a change is written down once", async () => {
  const { client, email, userId, toOld, toNew, mailbox } = await changing();
  await open().verifyOtp({ token_hash: toOld.linkToken, type: "email_change" });
  await open().verifyOtp({ token_hash: toNew.linkToken, type: "email_change" });
  await client.reauthenticate();
  const rows = await world.db
    .selectFrom("auth_audit")
    .selectAll()
    .where("user_id", "=", userId)
    .where("action", "like", "user_%")
    .orderBy("at")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual([
    "user_signedup",
    "user_modified",
    "user_modified",
    "user_reauthenticate_requested",
  ]);
  expect(JSON.stringify(rows)).not.toContain(toOld.linkToken);
  expect(JSON.stringify(rows)).not.toContain(email);
  expect((await mailbox.next()).subject).toBe("The address of your Clanhall account was changed");
});
