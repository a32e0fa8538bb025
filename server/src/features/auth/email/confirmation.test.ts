import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJobs } from "../../../jobs/start-jobs.ts";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { createTestHandlers } from "../../../testing/job-handlers.ts";
import { openMailbox } from "../../../testing/mailbox.ts";
import { recordedLog } from "../../../testing/recorded-log.ts";
import { startSmtpServer } from "../../../testing/smtp.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
/** An installation with the usual limits, on the same database. */
let strict: TestApp;
beforeAll(async () => {
  world = await createTestApp({ env: { AUTH_AUTOCONFIRM: "off", AUTH_REDIRECTS: "https://app.example.test/in" } });
  strict = await createTestApp({ beside: world, env: { AUTH_AUTOCONFIRM: "off", AUTH_RATE_LIMITS: "on" } });
});
afterAll(async () => {
  await strict.close();
  await world.close();
});

const open = () => openAuthClient(world.app.server);

async function signedUpUnconfirmed(options: { emailRedirectTo?: string } = {}) {
  const credentials = newCredentials();
  const client = open();
  const mailbox = openMailbox(world.db, credentials.email);
  const { data, error } = await client.signUp({ ...credentials, options });
  expect(error).toBeNull();
  return { ...credentials, client, mailbox, userId: data.user?.id ?? "" };
}

const rowOf = (email: string) =>
  world.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

test("a new account is confirmed by the mailed link, which is no link to the service itself", async () => {
  const { client, mailbox, userId, email } = await signedUpUnconfirmed();
  const { link, linkToken, code, subject } = await mailbox.next();
  expect(subject).toBe("Confirm your address for Clanhall");
  expect(link.origin + link.pathname).toBe("http://localhost:3000/confirm-email");
  expect(Object.fromEntries(link.searchParams)).toEqual({ token_hash: linkToken, type: "signup" });
  expect(linkToken).toMatch(/^[\w-]{43}$/);
  expect(code).toMatch(/^\d{6}$/);
  expect(await rowOf(email)).toMatchObject({ email_confirmed_at: null, confirmation_sent_at: expect.any(Date) });

  const { data, error } = await client.verifyOtp({ token_hash: linkToken, type: "signup" });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: userId, email_confirmed_at: expect.any(String) });
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
  const claims = await client.getClaims();
  expect(claims.data?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "email/signup" }] });
});

test("the mailed code works where the mail cannot be opened, and the password was kept", async () => {
  const { client, mailbox, email, password } = await signedUpUnconfirmed();
  const { code } = await mailbox.next();
  expect((await client.verifyOtp({ email: email.toUpperCase(), token: ` ${code} `, type: "email" })).error).toBeNull();
  expect((await open().signInWithPassword({ email, password })).error).toBeNull();
});

test("a page of ours to go on to travels with the link; the page itself and the home page need not", async () => {
  const links = [];
  for (const emailRedirectTo of ["/invite/abc?x=1#y", "/", "/confirm-email?flow=1", "https://evil.test/"]) {
    const { mailbox } = await signedUpUnconfirmed({ emailRedirectTo });
    const { link } = await mailbox.next();
    links.push(`${link.origin}${link.pathname} ${link.searchParams.get("next")}`);
  }
  const page = "http://localhost:3000/confirm-email";
  expect(links).toEqual([`${page} /invite/abc?x=1#y`, `${page} null`, `${page} null`, `${page} null`]);
});

test("an app elsewhere that is allowed gets the session behind the hash, once", async () => {
  const { mailbox, email } = await signedUpUnconfirmed({ emailRedirectTo: "https://app.example.test/in?a=1" });
  const { link } = await mailbox.next();
  expect(link.origin + link.pathname).toBe("http://localhost:3000/auth/v1/verify");
  const url = link.pathname + link.search;
  const opened = await world.app.server.inject({ method: "HEAD", url });
  expect(opened.statusCode).toBe(404);
  const followed = await world.visitor.get(url);
  expect(followed.statusCode).toBe(303);
  expect(followed.headers["cache-control"]).toBe("no-store");
  const target = new URL(String(followed.headers.location));
  expect(target.origin + target.pathname + target.search).toBe("https://app.example.test/in?a=1");
  const session = new URLSearchParams(target.hash.slice(1));
  expect(session.get("type")).toBe("signup");
  const headers = { authorization: `Bearer ${session.get("access_token")}` };
  const me = await world.app.server.inject({ method: "GET", url: "/auth/v1/user", headers });
  expect(me.json()).toMatchObject({ email });

  const again = new URL(String((await world.visitor.get(url)).headers.location));
  expect(again.origin).toBe("https://app.example.test");
  const refusal = {
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
  };
  expect(Object.fromEntries(again.searchParams)).toMatchObject(refusal);
  expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toMatchObject(refusal);
});

test("a browser that asked with a challenge gets a code only it can use", async () => {
  const verifier = "v".repeat(50);
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const credentials = newCredentials();
  const body = { ...credentials, code_challenge, code_challenge_method: "s256" };
  const redirect = encodeURIComponent("https://app.example.test/in");
  await world.visitor.send("POST", `/auth/v1/signup?redirect_to=${redirect}`, body);
  const { link } = await openMailbox(world.db, credentials.email).next();
  const target = new URL(String((await world.visitor.get(link.pathname + link.search)).headers.location));
  expect(target.hash).toBe("");
  const auth_code = target.searchParams.get("code");
  const exchange = await world.visitor.send("POST", "/auth/v1/token?grant_type=pkce", {
    auth_code,
    code_verifier: verifier,
  });
  expect(exchange.json()).toMatchObject({ user: { email: credentials.email }, access_token: expect.any(String) });

  const plain = { ...newCredentials(), code_challenge, code_challenge_method: "plain" };
  expect((await world.visitor.send("POST", "/auth/v1/signup", plain)).statusCode).toBe(400);
});

test("S14: who signs up with a known address learns nothing on the screen, and its owner is told by mail", async () => {
  const first = await signedUpUnconfirmed();
  const { linkToken } = await first.mailbox.next();
  const impostor = { email: first.email, password: newCredentials().password };
  await open().signUp({ ...impostor, options: { data: { display_name: "Mallory" } } });
  const second = await first.mailbox.next();
  expect(second.subject).toBe("Confirm your address for Clanhall");
  expect((await open().verifyOtp({ token_hash: linkToken, type: "signup" })).error).toBeNull();
  expect((await open().verifyOtp({ token_hash: second.linkToken, type: "signup" })).error).toMatchObject({
    status: 403,
    code: "otp_expired",
    message: "Email link is invalid or has expired",
  });
  expect((await open().signInWithPassword(impostor)).error).toMatchObject({ code: "invalid_credentials" });
  expect(await rowOf(first.email)).toMatchObject({ display_name: "", user_metadata: {} });

  const known = await open().signUp(impostor);
  expect(known.data.user).toMatchObject({ identities: [{ provider: "email" }], role: "authenticated" });
  const notice = await first.mailbox.next();
  expect(notice).toMatchObject({ subject: "You already have a Clanhall account", code: "" });
  expect(notice.text).toContain("http://localhost:3000/login");
  expect(notice.text).toContain("http://localhost:3000/reset-password");
  expect((await open().signInWithPassword(impostor)).error).toMatchObject({ code: "email_not_confirmed" });
});

test("S14: the next mail has to wait, whether anybody has the address or not", async () => {
  const { email, client, mailbox } = await signedUpUnconfirmed();
  await client.verifyOtp({ email, token: (await mailbox.next()).code, type: "signup" });
  await world.db.deleteFrom("auth_rate_limits").execute();
  const { password } = newCredentials();
  const signUp = (address: string) => strict.visitor.send("POST", "/auth/v1/signup", { email: address, password });
  for (const address of [email, newCredentials().email]) {
    expect((await signUp(address)).statusCode).toBe(200);
    const refused = await signUp(address);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error_code: "over_email_send_rate_limit" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
  }
});

test("asking again mails a new link, to those who still need one", async () => {
  const { email, client, mailbox } = await signedUpUnconfirmed();
  const first = await mailbox.next();
  expect((await client.resend({ email, type: "signup" })).error).toBeNull();
  const second = await mailbox.next();
  expect((await client.verifyOtp({ email, token: first.code, type: "signup" })).error).toMatchObject({
    status: 403,
    code: "otp_expired",
    message: "Token has expired or is invalid",
  });
  expect((await client.verifyOtp({ email, token: second.code, type: "signup" })).error).toBeNull();
  expect((await client.resend({ email, type: "signup" })).error).toBeNull();
  expect((await client.resetPasswordForEmail(email)).error).toBeNull();
  expect((await mailbox.next()).subject).toBe("Choose a new password for Clanhall");
  expect(await mailbox.unread()).toBe(0);
});

test("S49: what somebody calls themselves reaches no mail, whatever it contains", async () => {
  for (const name of ["Eve\r\nBcc: eve@evil.test", "\u202eevE\u200b", "<b>Eve</b>", "{{7*7}} Eve"]) {
    const credentials = newCredentials();
    await open().signUp({ ...credentials, options: { data: { display_name: name } } });
    const { subject, text, html } = await openMailbox(world.db, credentials.email).next();
    expect(subject).toBe("Confirm your address for Clanhall");
    const withoutTokens = (text + html).replaceAll(/token_hash=[\w-]+/gu, "");
    expect(withoutTokens).not.toMatch(/eve|bcc/i);
  }
});

test("somebody signs up, gets the mail through a real mail server, and the link lets them in", async () => {
  const smtp = await startSmtpServer();
  const log = recordedLog();
  const mail = { smtpUrl: smtp.url, from: "Clanhall <hall@clan.test>" };
  const handlers = await createTestHandlers(world.db, log, { mail });
  const { client, email } = await signedUpUnconfirmed();
  const jobs = await startJobs({ connection: world.database.connection, log, handlers });
  const source = await expect
    .poll(() => smtp.received.find(({ recipients }) => recipients.includes(email))?.source, { timeout: 10_000 })
    .toBeDefined()
    .then(() => smtp.received.find(({ recipients }) => recipients.includes(email))?.source ?? "");
  await jobs.stop();
  await smtp.close();
  expect(source).toContain(`To: ${email}\r\nSubject: Confirm your address for Clanhall\r\n`);
  const body = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const token_hash = /confirm-email\?token_hash=([\w-]{43})&type=signup/.exec(body)?.[1] ?? "";
  const { data, error } = await client.verifyOtp({ token_hash, type: "signup" });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
});
