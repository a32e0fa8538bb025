import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../../app.ts";
import { readFromLeader } from "../../../db/reads.ts";
import { createEventHub } from "../../../events/event-hub.ts";
import { loadBuiltWeb } from "../../../http/built-web.ts";
import { createLog } from "../../../http/logging.ts";
import { readSettings } from "../../../settings.ts";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { testSecrets } from "../../../testing/secrets.ts";
import { createTestApp, sharedWorkers, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
/** An installation with the usual limits, on the same database. */
let strict: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  strict = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "on" } });
});
afterAll(async () => {
  await strict.close();
  await world.close();
});

const open = () => openAuthClient(world.app.server);
const findUser = (email: string) =>
  world.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

const requests = [
  ["/auth/v1/recover", {}],
  ["/auth/v1/resend", { type: "signup" }],
  ["/auth/v1/resend", { type: "email_change" }],
  ["/auth/v1/otp", { create_user: false }],
] as const;

test.each(requests)("S14: %s %j answers a known and an unknown address alike, and both wait", async (url, body) => {
  const { email } = await world.signedUp();
  const ask = async (address: string) => {
    const { statusCode, body: text, headers } = await strict.visitor.send("POST", url, { ...body, email: address });
    const each = { "x-request-id": "", date: "", "retry-after": "" };
    return { statusCode, text: text.replace(/\d+ seconds/, "some seconds"), headers: { ...headers, ...each } };
  };
  const unknown = newCredentials().email;
  const [known, nobody] = [await ask(email), await ask(unknown)];
  expect(known).toMatchObject({ statusCode: 200, text: "{}" });
  expect(nobody).toEqual(known);
  const [knownAgain, nobodyAgain] = [await ask(email), await ask(unknown)];
  expect(knownAgain.statusCode).toBe(429);
  expect(knownAgain.text).toContain("over_email_send_rate_limit");
  expect(nobodyAgain).toEqual(knownAgain);
});

test("nobody gets a mail who has no account, and none is made for them unasked", async () => {
  const own = await createTestApp();
  const unknown = newCredentials().email;
  for (const [url, body] of requests) await own.visitor.send("POST", url, { ...body, email: unknown });
  const closed = await createTestApp({ beside: own, env: { AUTH_SIGNUP: "off" } });
  expect((await closed.visitor.send("POST", "/auth/v1/otp", { email: unknown })).statusCode).toBe(200);
  // The stop waits for whatever was still being done.
  await closed.close();
  await own.app.server.close();
  expect(await own.db.selectFrom("mails").select("id").execute()).toEqual([]);
  expect(await own.db.selectFrom("users").select("id").execute()).toEqual([]);
  await own.database.close();
});

test.each([
  ["/auth/v1/recover", {}, "validation_failed"],
  ["/auth/v1/recover", { email: "kara" }, "validation_failed"],
  ["/auth/v1/resend", { type: "signup" }, "validation_failed"],
  ["/auth/v1/resend", { email: "a@b.example" }, "validation_failed"],
  ["/auth/v1/resend", { email: "a@b.example", type: "recovery" }, "validation_failed"],
  ["/auth/v1/resend", { phone: "invalid", type: "sms" }, "validation_failed"],
  ["/auth/v1/resend", { type: "phone_change" }, "validation_failed"],
  ["/auth/v1/resend", { phone: "+491234", type: "signup" }, "validation_failed"],
  ["/auth/v1/otp", {}, "validation_failed"],
  ["/auth/v1/otp", { phone: "+491234" }, "phone_provider_disabled"],
  [
    "/auth/v1/otp",
    { email: "a@b.example", code_challenge: "short", code_challenge_method: "s256" },
    "validation_failed",
  ],
])("%s refuses %j with %s", async (url, body, code) => {
  const answer = await world.visitor.send("POST", url, body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error_code: code });
});

test("somebody logs in by a mailed link or code, and a stranger becomes a user without a password", async () => {
  const { email, password } = newCredentials();
  const mailbox = openMailbox(world.db, email);
  const client = open();
  await client.signInWithOtp({ email, options: { data: { display_name: "Kara" } } });
  const { link, linkToken } = await mailbox.next();
  expect(link.pathname + link.search).toBe(`/confirm-email?token_hash=${linkToken}&type=magiclink`);
  const first = await client.verifyOtp({ token_hash: linkToken, type: "magiclink" });
  expect(first.data.user).toMatchObject({ email, user_metadata: { display_name: "Kara" } });
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: "magiclink" }]);
  expect(await findUser(email)).toMatchObject({ password_hash: null, display_name: "Kara" });

  await client.signInWithOtp({ email });
  const { code } = await mailbox.next();
  expect((await client.verifyOtp({ email, token: code, type: "email" })).data.user?.id).toBe(first.data.user?.id);
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: "otp" }]);

  expect((await client.updateUser({ password })).error).toBeNull();
  expect((await open().signInWithPassword({ email, password })).error).toBeNull();
});

test("the password of a stranger who signed up first ends when the owner of the address comes by mail", async () => {
  const careful = await createTestApp({ beside: world, env: { AUTH_AUTOCONFIRM: "off" } });
  const impostor = newCredentials();
  await careful.visitor.send("POST", "/auth/v1/signup", impostor);
  const mailbox = openMailbox(world.db, impostor.email);
  await mailbox.next();
  await open().signInWithOtp({ email: impostor.email });
  const { linkToken } = await mailbox.next();
  expect((await open().verifyOtp({ token_hash: linkToken, type: "magiclink" })).error).toBeNull();
  expect((await open().signInWithPassword(impostor)).error).toMatchObject({ code: "invalid_credentials" });
  await careful.close();
});

test("S17: somebody who forgot their password chooses a new one, and other devices are out", async () => {
  const { email, password, get } = await world.signedUp();
  const client = open();
  const mailbox = openMailbox(world.db, email);
  await client.resetPasswordForEmail(email, { redirectTo: "/reset-password" });
  const { link, linkToken, text, html } = await mailbox.next();
  expect(link.href).toBe(`http://localhost:3000/reset-password?token_hash=${linkToken}&type=recovery`);
  expect(html).toContain(link.href.replace("&", "&amp;"));
  expect(text).toContain("one hour");
  expect(await findUser(email)).toMatchObject({ recovery_sent_at: expect.any(Date) });
  const { data } = await client.verifyOtp({ token_hash: linkToken, type: "recovery" });
  expect(data.session?.user.email).toBe(email);
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: "recovery" }]);

  expect((await client.updateUser({ password })).error).toMatchObject({ status: 422, code: "same_password" });
  const next = newCredentials().password;
  expect((await client.updateUser({ password: next })).error).toBeNull();
  expect((await get("/auth/v1/user")).statusCode).toBe(403);
  expect((await open().signInWithPassword({ email, password: next })).error).toBeNull();
  expect((await mailbox.next()).subject).toBe("Your Clanhall password was changed");
});

test("S18: recovery gets past too many wrong passwords", async () => {
  const { email, password } = await world.signedUp();
  const signIn = (remoteAddress: string) =>
    strict.app.server.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=password",
      payload: { email, password },
      remoteAddress,
    });
  await strict.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password: "a wrong guess" });
  const key = createHash("sha256").update(email).digest("base64url");
  const useUp = { key: `login:${key}`, points: 50, expire: Date.now() + 900_000 };
  await world.db.insertInto("auth_rate_limits").values(useUp).execute();
  expect((await signIn("198.51.100.1")).statusCode).toBe(429);
  await open().resetPasswordForEmail(email);
  const { code } = await openMailbox(world.db, email).next();
  expect((await open().verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();
  expect((await signIn("198.51.100.1")).statusCode).toBe(200);
});

test("S18: whoever has a second factor is only half in after recovery, and cannot change the password yet", async () => {
  const { email, userId } = await world.signedUp();
  await world.db.insertInto("auth_factors").values({ user_id: userId, type: "totp", status: "verified" }).execute();
  const client = open();
  await client.resetPasswordForEmail(email);
  const { linkToken } = await openMailbox(world.db, email).next();
  expect((await client.verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toBeNull();
  expect((await client.getClaims()).data?.claims.aal).toBe("aal1");
  const { error } = await client.updateUser({ password: newCredentials().password });
  expect(error).toMatchObject({ status: 401, code: "insufficient_aal" });
  const factors = world.db.selectFrom("auth_factors").select("status").where("user_id", "=", userId);
  expect(await factors.execute()).toEqual([{ status: "verified" }]);
});

test("S62: an installation strangers come to says once that addresses are not confirmed", async () => {
  const lines: string[] = [];
  for (const PUBLIC_URL of ["https://hall.example.test", "http://localhost:3000"]) {
    const settings = readSettings({ PUBLIC_URL });
    const log = createLog(settings, { write: (line) => void lines.push(line) });
    const { server } = await createApp({
      settings,
      db: world.db,
      reads: readFromLeader(world.db),
      pool: world.database.pool,
      log,
      web: await loadBuiltWeb(),
      events: createEventHub(log),
      secrets: testSecrets,
      workers: sharedWorkers(),
    });
    await server.close();
  }
  expect(lines.filter((line) => line.includes("count as confirmed"))).toHaveLength(1);
});
