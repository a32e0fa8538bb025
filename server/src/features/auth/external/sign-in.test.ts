import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openBrowser, readLocation } from "../../../testing/browser.ts";
import { listMails, openMailbox } from "../../../testing/mailbox.ts";
import { startIdentityProvider, type TestAccount } from "../../../testing/identity-provider.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

const accounts: TestAccount[] = [];
const client = {
  client_id: "clanhall",
  client_secret: randomUUID(),
  redirect_uris: ["http://localhost:3000/auth/v1/callback"],
};
let issuer: Awaited<ReturnType<typeof startIdentityProvider>>;
let world: TestApp;
let env: Record<string, string>;

beforeAll(async () => {
  issuer = await startIdentityProvider({ accounts, clients: [client] });
  env = { AUTH_OIDC_ISSUER: issuer.issuer, AUTH_OIDC_ID: client.client_id, AUTH_OIDC_SECRET: client.client_secret };
  world = await createTestApp({ env });
});
afterAll(async () => {
  await world.close();
  await issuer.close();
});

function newAccount(more: Partial<TestAccount> = {}): TestAccount {
  const email = `${randomUUID()}@example.test`;
  const account = { sub: randomUUID(), name: "Kara", email, email_verified: true, ...more };
  accounts.push(account);
  return account;
}

/** Signs in as somebody at the provider, as a browser and the web's client would together. */
async function comeBack(account: Pick<TestAccount, "sub">, { app } = world) {
  const browser = openBrowser(app.server);
  const auth = openAuthClient(browser, new Map(), "pkce");
  const options = { skipBrowserRedirect: true, redirectTo: "http://localhost:3000/dashboard?from=home" };
  const { data } = await auth.signInWithOAuth({ provider: "oidc" as "google", options });
  const start = await browser.visit(String(data.url));
  const address = await browser.passThrough(start.headers.location, account.sub);
  const answer = await browser.visit(address);
  return { browser, auth, start, address, ...readLocation(answer) };
}

async function signIn(account: Pick<TestAccount, "sub">, from = world) {
  const back = await comeBack(account, from);
  const { data, error } = await back.auth.exchangeCodeForSession(String(back.query["code"]));
  return { ...back, user: data.user, error };
}

const rowOf = (userId: string) =>
  world.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();

test("somebody new signs in through a provider, with their name and their address", async () => {
  const account = newAccount({ name: "  Kara\u0007 of the Owls " });
  const { page, query, user, auth } = await signIn(account);
  expect(page).toBe("http://localhost:3000/dashboard");
  expect(query).toEqual({ from: "home", code: expect.any(String) });
  expect(user).toMatchObject({
    email: account.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: "oidc", providers: ["oidc"] },
    user_metadata: { display_name: "Kara of the Owls" },
    identities: [{ id: account.sub, provider: "oidc", email: account.email, last_sign_in_at: expect.any(String) }],
  });
  expect((await rowOf(String(user?.id))).display_name).toBe("Kara of the Owls");
  const { data } = await auth.getClaims();
  expect(data?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
  expect((await auth.refreshSession()).error).toBeNull();
});

test("S24: the way to the provider carries PKCE, a state and a nonce, and none of them twice", async () => {
  const account = newAccount();
  const [one, two] = [await comeBack(account), await comeBack(account)].map(({ start }) => readLocation(start).query);
  expect(one).toMatchObject({
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    scope: "openid email profile",
  });
  for (const name of ["state", "nonce", "code_challenge"]) expect(one?.[name]).not.toBe(two?.[name]);
});

test("S35: neither the state nor the verifier can be read from the database", async () => {
  const browser = openBrowser(world.app.server);
  const start = await browser.visit("/auth/v1/authorize?provider=oidc");
  const { state = "" } = readLocation(start).query;
  const flow = await world.db.selectFrom("auth_flows").selectAll().orderBy("created_at", "desc").executeTakeFirst();
  const kept = JSON.stringify({ ...flow, sealed_verifier: flow?.sealed_verifier?.toString("latin1") });
  expect(kept).not.toContain(state);
  expect(kept).not.toContain([...browser.appCookies.values()][0]);
  expect(flow?.sealed_verifier?.length).toBeGreaterThan(43);
});

test("whoever comes again is the same user, and what they changed about themselves stays", async () => {
  const account = newAccount();
  const first = await signIn(account);
  await first.auth.updateUser({ data: { display_name: "Owl", colour: "red" } });
  account.name = "Somebody Else";
  account.email = `${randomUUID()}@example.test`;
  account.email_verified = false;
  const second = await signIn(account);
  expect(second.user).toMatchObject({
    id: first.user?.id,
    email: first.user?.email,
    user_metadata: { display_name: "Owl", colour: "red" },
    identities: [{ identity_data: { email: account.email, email_verified: false, name: "Somebody Else" } }],
  });
  expect((await rowOf(String(first.user?.id))).display_name).toBe("Owl");
});

test("a client that asks for no code finds the session behind the hash", async () => {
  const browser = openBrowser(world.app.server);
  const start = await browser.visit("/auth/v1/authorize?provider=oidc&redirect_to=/dashboard&prompt=login&tone=blue");
  expect(start.headers.location).not.toContain("tone");
  const answer = await browser.visit(await browser.passThrough(start.headers.location, newAccount().sub));
  const { fragment, query } = readLocation(answer);
  expect(query).toEqual({});
  const user = await world.app.server.inject({
    url: "/auth/v1/user",
    headers: { authorization: `Bearer ${fragment["access_token"]}` },
  });
  expect(user.json()).toMatchObject({ app_metadata: { provider: "oidc" } });
});

test("a verified address leads to the account that has it, and its owner is told", async () => {
  const person = await world.signedUp();
  await world.db.updateTable("users").set({ email_confirmed_by: "mail" }).where("id", "=", person.userId).execute();
  const { user } = await signIn(newAccount({ email: person.email.toUpperCase() }));
  expect(user).toMatchObject({
    id: person.userId,
    app_metadata: { provider: "email", providers: ["email", "oidc"] },
  });
  const mails = await world.db.selectFrom("mails").selectAll().where("recipient", "=", person.email).execute();
  expect(mails.map(({ subject }) => subject)).toEqual(["Single sign-on can now be used to sign in to Clanhall"]);
  const withPassword = await openAuthClient(world.app.server).signInWithPassword(person);
  expect(withPassword.error).toBeNull();
});

test("S24: an address the provider has not verified leads nowhere, whether somebody has it or not", async () => {
  const person = await world.signedUp();
  const others = [
    newAccount({ email: person.email, email_verified: false }),
    newAccount({ email_verified: false }),
    newAccount({ email: "not an address" }),
  ];
  for (const account of others) {
    const { query, fragment } = await comeBack(account);
    expect(query).toMatchObject({ error: "access_denied", error_code: "provider_email_needs_verification" });
    expect(fragment).toMatchObject({ error_code: "provider_email_needs_verification" });
  }
  const identities = world.db.selectFrom("auth_identities").select("user_id");
  const subjects = others.map(({ sub }) => sub);
  expect(await identities.where("subject", "in", subjects).execute()).toEqual([]);
});

test("S24: an account made by somebody who never proved the address loses every way in when its owner comes", async () => {
  const careful = await createTestApp({ beside: world, env: { ...env, AUTH_AUTOCONFIRM: "off" } });
  const credentials = newCredentials();
  const hijacker = openAuthClient(careful.app.server);
  const { data } = await hijacker.signUp({ ...credentials, options: { data: { display_name: "Mallory" } } });
  const userId = String(data.user?.id);
  const amr = JSON.stringify([{ method: "password", timestamp: 0 }]);
  await world.db
    .insertInto("auth_sessions")
    .values({ user_id: userId, refresh_key: Buffer.alloc(32), amr })
    .execute();
  await world.db.insertInto("auth_factors").values({ user_id: userId, type: "totp", status: "verified" }).execute();
  const other = { user_id: userId, provider: "discord", subject: randomUUID() };
  await world.db.insertInto("auth_identities").values(other).execute();
  const token = {
    user_id: userId,
    kind: "recovery" as const,
    email: credentials.email,
    link_hash: Buffer.from(randomUUID()),
    code_hash: Buffer.from("x"),
    code_expires_at: new Date(),
    link_expires_at: new Date(),
  };
  await world.db.insertInto("auth_one_time_tokens").values(token).execute();

  const { user } = await signIn(newAccount({ email: credentials.email }), careful);
  expect(user).toMatchObject({
    id: userId,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: "oidc", providers: ["oidc"] },
    user_metadata: { display_name: "Kara" },
    identities: [{ provider: "oidc" }],
  });
  expect(await rowOf(userId)).toMatchObject({ password_hash: null, display_name: "Kara" });
  for (const table of ["auth_factors", "auth_one_time_tokens"] as const) {
    expect(await world.db.selectFrom(table).select("id").where("user_id", "=", userId).execute(), table).toEqual([]);
  }
  const sessions = world.db.selectFrom("auth_sessions").select("amr").where("user_id", "=", userId);
  expect((await sessions.execute()).map((session) => session.amr[0]?.method)).toEqual(["oauth"]);
  const { error } = await hijacker.signInWithPassword(credentials);
  expect(error).toMatchObject({ code: "invalid_credentials" });
  await careful.close();
});

/** Somebody who signed up with another person's address where nobody asks for proof, and settled in. */
async function squat(email: string) {
  const device = openAuthClient(world.app.server);
  const { password } = newCredentials();
  const { data } = await device.signUp({ email, password, options: { data: { display_name: "Mallory" } } });
  const userId = String(data.user?.id);
  const clan = await world.clan();
  const name = `Mallory ${userId.slice(0, 8)}`;
  const member = { clan_id: clan.id, user_id: userId, name, name_key: name.toLowerCase(), role: "owner" as const };
  await world.db.insertInto("clan_members").values(member).execute();
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  const tokens = `/api/clans/${clan.id}/tokens`;
  const payload = { name: "Bot", scopes: ["entries:read"] };
  const made = await world.app.server.inject({ method: "POST", url: tokens, headers, payload });
  const { token } = made.json<{ token: string }>();
  const other = { user_id: userId, provider: "discord", subject: randomUUID() };
  await world.db.insertInto("auth_identities").values(other).execute();
  await world.db.insertInto("auth_factors").values({ user_id: userId, type: "totp", status: "verified" }).execute();
  await world.db
    .insertInto("discord_links")
    .values({ user_id: userId, discord_user_id: randomUUID(), name: "m" })
    .execute();
  return { device, userId, email, password, headers, botHeaders: { authorization: `Bearer ${token}` }, clan };
}

const discordLinksOf = (userId: string) =>
  world.db.selectFrom("discord_links").select("name").where("user_id", "=", userId).execute();

test("H3: a provider's verified address takes an account over whose address nobody has proved", async () => {
  const account = newAccount();
  const squatter = await squat(String(account.email));
  const bot = () => world.app.server.inject({ url: `/api/clans/${squatter.clan.id}`, headers: squatter.botHeaders });
  expect((await bot()).statusCode).not.toBe(401);
  expect((await rowOf(squatter.userId)).email_confirmed_by).toBe("auto");

  const { user, auth } = await signIn(account);
  expect(user).toMatchObject({ id: squatter.userId, identities: [{ provider: "oidc" }] });
  expect((await auth.getClaims()).data?.claims.aal).toBe("aal1");
  expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
  const row = await rowOf(squatter.userId);
  expect(row).toMatchObject({ password_hash: null, email_confirmed_by: "provider" });
  expect(await discordLinksOf(squatter.userId)).toEqual([]);

  const { device, headers, ...credentials } = squatter;
  expect((await device.signInWithPassword(credentials)).error).toMatchObject({ code: "invalid_credentials" });
  expect((await device.refreshSession()).error).not.toBeNull();
  expect((await world.app.server.inject({ url: "/api/me/admin", headers })).statusCode).toBe(401);
  expect((await bot()).statusCode).toBe(401);
  const mails = await listMails(world.db, credentials.email);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your Clanhall account is now secured"]);
  expect(mails[0]?.text).toContain("Single sign-on");

  const { password } = newCredentials();
  expect((await auth.updateUser({ password })).error).toBeNull();
  await signIn(account);
  expect((await device.signInWithPassword({ ...credentials, password })).error).toBeNull();
});

test("H3: an account that a provider was linked to before is taken over as well", async () => {
  const account = newAccount();
  const { user } = await signIn(account);
  const userId = String(user?.id);
  await world.db
    .updateTable("users")
    .set({ email_confirmed_by: "auto", password_hash: "a squatter's" })
    .where("id", "=", userId)
    .execute();
  expect((await signIn(account)).user?.id).toBe(userId);
  expect(await rowOf(userId)).toMatchObject({ password_hash: null, email_confirmed_by: "provider" });
});

test("H3: an address that was proved by mail keeps its password, and another address proves nothing", async () => {
  const account = newAccount();
  const person = await squat(String(account.email));
  await world.db.deleteFrom("auth_factors").where("user_id", "=", person.userId).execute();
  await world.db
    .updateTable("auth_identities")
    .set({
      identity_data: JSON.stringify({ iss: issuer.issuer, sub: account.sub }),
      subject: account.sub,
      provider: "oidc",
    })
    .where("user_id", "=", person.userId)
    .where("provider", "=", "discord")
    .execute();
  account.email = `${randomUUID()}@example.test`;
  expect((await signIn(account)).user?.id).toBe(person.userId);
  expect((await rowOf(person.userId)).email_confirmed_by).toBe("auto");
  expect((await person.device.signInWithPassword(person)).error).toBeNull();

  await person.device.resetPasswordForEmail(person.email);
  const { linkToken } = await openMailbox(world.db, person.email).next();
  const owner = openAuthClient(world.app.server);
  expect((await owner.verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toBeNull();
  const { password } = newCredentials();
  expect((await owner.updateUser({ password })).error).toBeNull();
  expect((await rowOf(person.userId)).email_confirmed_by).toBe("mail");
  const bot = await world.app.server.inject({ url: `/api/clans/${person.clan.id}`, headers: person.botHeaders });
  expect(bot.statusCode).toBe(401);
  await signIn(newAccount({ email: person.email }));
  expect((await owner.signInWithPassword({ email: person.email, password })).error).toBeNull();
});

test("H3: whoever proves an address by mail keeps no passkey or provider of whoever had the account before", async () => {
  const person = await squat(`${randomUUID()}@example.test`);
  await world.db.deleteFrom("auth_factors").where("user_id", "=", person.userId).execute();
  const key = { rp_id: "localhost", credential_id: randomBytes(16), public_key: Buffer.alloc(1), friendly_name: "Key" };
  await world.db
    .insertInto("auth_webauthn_credentials")
    .values({ ...key, user_id: person.userId })
    .execute();

  await person.device.resetPasswordForEmail(person.email);
  const { linkToken } = await openMailbox(world.db, person.email).next();
  const owner = openAuthClient(world.app.server);
  expect((await owner.verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toBeNull();
  const { password } = newCredentials();
  const { data } = await owner.updateUser({ password });
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["email"]);
  expect(data.user?.app_metadata).toMatchObject({ provider: "email", providers: ["email"] });
  const passkeys = world.db.selectFrom("auth_webauthn_credentials").select("id").where("user_id", "=", person.userId);
  expect(await passkeys.execute()).toEqual([]);
  expect(await discordLinksOf(person.userId)).toEqual([]);
  const mails = await listMails(world.db, person.email);
  const sent = mails.find(({ subject }) => subject === "Your Clanhall password was changed");
  expect(sent?.text).toContain("So passkeys, connected accounts and API tokens were removed too.");
  expect((await owner.refreshSession()).error).toBeNull();
});

test("H3: a mail to one address proves nothing about the next, which nobody asked to confirm", async () => {
  const { email } = newCredentials();
  const auth = openAuthClient(world.app.server);
  const { data } = await auth.signUp({ email, password: newCredentials().password });
  await auth.resetPasswordForEmail(email);
  const { linkToken } = await openMailbox(world.db, email).next();
  expect((await auth.verifyOtp({ token_hash: linkToken, type: "recovery" })).error).toBeNull();
  expect((await auth.updateUser({ email: `${randomUUID()}@example.test` })).error).toBeNull();
  expect((await auth.updateUser({ password: newCredentials().password })).error).toBeNull();
  expect((await rowOf(String(data.user?.id))).email_confirmed_by).toBe("auto");
});

test("with sign-up closed only those who have an account come in", async () => {
  const closed = await createTestApp({ beside: world, env: { ...env, AUTH_SIGNUP: "off" } });
  const account = newAccount();
  expect((await comeBack(account, closed)).query).toMatchObject({ error_code: "signup_disabled" });
  await signIn(account);
  expect((await signIn(account, closed)).error).toBeNull();
  await closed.close();
});

test("somebody who is banned or deleted does not come in, neither before nor after the provider", async () => {
  const bannedUntil = new Date(Date.now() + 60_000);
  for (const [changes, code] of [
    [{ banned_until: bannedUntil }, "user_banned"],
    [{ deleted_at: new Date() }, "user_not_found"],
  ] as const) {
    const account = newAccount();
    const { user } = await signIn(account);
    const back = await comeBack(account);
    await world.db.updateTable("users").set(changes).where("id", "=", String(user?.id)).execute();
    const { error } = await back.auth.exchangeCodeForSession(String(back.query["code"]));
    expect(error).toMatchObject({ code });
    expect((await comeBack(account)).query).toMatchObject({ error_code: code });
  }
});

test("somebody with a second factor is only half signed in", async () => {
  const account = newAccount();
  const { user } = await signIn(account);
  const factor = { user_id: String(user?.id), type: "totp", status: "verified" } as const;
  await world.db.insertInto("auth_factors").values(factor).execute();
  const { auth } = await signIn(account);
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
});

test("S24: a former issuer's people are nobody's at the new one", async () => {
  const account = newAccount();
  const { user } = await signIn(account);
  const userId = String(user?.id);
  const identity_data = JSON.stringify({ iss: "https://former.example", sub: account.sub });
  await world.db.updateTable("auth_identities").set({ identity_data }).where("user_id", "=", userId).execute();
  const before = account.email;
  account.email = `${randomUUID()}@example.test`;
  const other = await signIn(account);
  expect(other.user?.id).not.toBe(userId);
  expect(other.user?.email).not.toBe(before);
});

test("several tabs that come back at the same moment make one user", async () => {
  const account = newAccount();
  const tabs = await Promise.all([1, 2, 3, 4].map(() => signIn(account)));
  expect(new Set(tabs.map(({ user }) => user?.id)).size).toBe(1);
  expect(tabs[0]?.user?.id).toEqual(expect.any(String));
});
