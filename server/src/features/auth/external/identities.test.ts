import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../../testing/auth-client.ts";
import { openBrowser, readLocation } from "../../../testing/browser.ts";
import { startFakeDiscord } from "../../../testing/fake-discord.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

const client = { id: "clanhall", secret: randomUUID() };
const provider = { key: "discord", name: "Discord", clientId: client.id, clientSecret: client.secret } as const;
let discord: Awaited<ReturnType<typeof startFakeDiscord>>;
let world: TestApp;

beforeAll(async () => {
  discord = await startFakeDiscord(client);
  const providers = [{ ...provider, issuer: discord.home }];
  world = await createTestApp({ providers, env: { AUTH_MANUAL_LINKING: "on", AUTH_ANONYMOUS: "on" } });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

const newDiscordUser = () => {
  const user = { id: randomUUID(), username: "kara", email: `${randomUUID()}@example.test`, verified: true };
  discord.setUser(user);
  return user;
};

/** Somebody with a password, in a browser. */
async function signUp({ app } = world) {
  const browser = openBrowser(app.server);
  const auth = openAuthClient(browser, new Map(), "pkce");
  const credentials = newCredentials();
  const { data } = await auth.signUp(credentials);
  return { browser, auth, ...credentials, userId: String(data.user?.id), token: String(data.session?.access_token) };
}

type Person = Awaited<ReturnType<typeof signUp>>;

async function startLinking({ auth }: Pick<Person, "auth">) {
  const options = { redirectTo: "/profile" };
  const { data, error } = await auth.linkIdentity({ provider: "discord", options });
  if (error) throw error;
  return data.url;
}

async function link(person: Pick<Person, "auth" | "browser">) {
  const address = await person.browser.passThrough(await startLinking(person), "");
  return readLocation(await person.browser.visit(address));
}

const mailsTo = async (email: string) => {
  const mails = await world.db.selectFrom("mails").select("subject").where("recipient", "=", email).execute();
  return mails.map(({ subject }) => subject);
};
const auditOf = async (userId: string) => {
  const rows = await world.db.selectFrom("auth_audit").select("action").where("user_id", "=", userId).execute();
  return rows.map(({ action }) => action);
};

test("somebody adds Discord to their account, stays in their session and signs in with it later", async () => {
  const person = await signUp();
  const user = newDiscordUser();
  const { page, query } = await link(person);
  expect(page).toBe("http://localhost:3000/profile");
  const before = (await person.auth.getClaims()).data?.claims.session_id;
  const { data, error } = await person.auth.exchangeCodeForSession(String(query["code"]));
  expect(error).toBeNull();
  expect((await person.auth.getClaims()).data?.claims.session_id).toBe(before);
  expect(data.user).toMatchObject({
    id: person.userId,
    email: person.email,
    app_metadata: { provider: "email", providers: ["email", "discord"] },
    identities: [{ provider: "email" }, { provider: "discord", id: user.id }],
  });
  expect(await mailsTo(person.email)).toEqual(["Discord can now be used to sign in to Clanhall"]);
  expect(await auditOf(person.userId)).toContain("identity_linked");

  const browser = openBrowser(world.app.server);
  const start = await browser.visit("/auth/v1/authorize?provider=discord");
  const answer = await browser.visit(await browser.passThrough(start.headers.location, ""));
  const headers = { authorization: `Bearer ${readLocation(answer).fragment["access_token"]}` };
  expect((await world.app.server.inject({ url: "/auth/v1/user", headers })).json()).toMatchObject({
    id: person.userId,
  });
});

test("adding what is one's own already changes nothing", async () => {
  const person = await signUp();
  newDiscordUser();
  await link(person);
  expect((await link(person)).query).toHaveProperty("code");
  expect(await mailsTo(person.email)).toHaveLength(1);
});

test("S24: an account of somebody else cannot be added", async () => {
  const [owner, other] = [await signUp(), await signUp()];
  newDiscordUser();
  await link(owner);
  expect((await link(other)).query).toMatchObject({ error_code: "identity_already_exists" });
  const { data } = await other.auth.getUserIdentities();
  expect(data?.identities.map((identity) => identity.provider)).toEqual(["email"]);
});

test("without manual linking nothing is added; what a verified address connected can be taken away", async () => {
  const providers = [{ ...provider, issuer: discord.home }];
  const strict = await createTestApp({ beside: world, providers });
  const person = await signUp(strict);
  const refusal = { status: 404, code: "manual_linking_disabled", message: "Manual linking is disabled" };
  await expect(startLinking(person)).rejects.toMatchObject(refusal);
  const identity = { user_id: person.userId, provider: "discord", subject: randomUUID() };
  await world.db.insertInto("auth_identities").values(identity).execute();
  const { data } = await person.auth.getUserIdentities();
  const added = data?.identities.find((own) => own.provider === "discord");
  if (!added) throw new Error("there is no identity");
  expect((await person.auth.unlinkIdentity(added)).error).toBeNull();
  expect((await person.auth.getUserIdentities()).data?.identities).toMatchObject([{ provider: "email" }]);
  await strict.close();
});

test("S22: an old sign-in or half a one does not change the ways into an account", async () => {
  const [late, half] = [await signUp(), await signUp()];
  const longAgo = new Date(Date.now() - 6 * 60_000);
  await world.db.updateTable("auth_sessions").set({ proved_at: longAgo }).where("user_id", "=", late.userId).execute();
  const factor = { user_id: half.userId, type: "totp", status: "verified" } as const;
  await world.db.insertInto("auth_factors").values(factor).execute();
  for (const [person, code] of [
    [late, "reauthentication_needed"],
    [half, "insufficient_aal"],
  ] as const) {
    await expect(startLinking(person)).rejects.toMatchObject({ code });
    const { data } = await person.auth.getUserIdentities();
    const [identity] = data?.identities ?? [];
    if (!identity) throw new Error("there is no identity");
    expect((await person.auth.unlinkIdentity(identity)).error).toMatchObject({ code });
  }
});

test("without a session nobody begins to link", async () => {
  const answer = await world.visitor.get("/auth/v1/user/identities/authorize?provider=discord");
  expect(answer.statusCode).toBe(401);
});

test("S24: a link begun in a session that has ended, or by somebody banned meanwhile, comes to nothing", async () => {
  const [gone, banned, old] = [await signUp(), await signUp(), await signUp()];
  const addresses = new Map<Person, string>();
  const people = new Map<Person, string>([
    [gone, "session_not_found"],
    [banned, "user_banned"],
    [old, "session_not_found"],
  ]);
  for (const person of people.keys()) {
    newDiscordUser();
    addresses.set(person, await person.browser.passThrough(await startLinking(person), ""));
  }
  await gone.auth.signOut();
  const banned_until = new Date(Date.now() + 60_000);
  await world.db.updateTable("users").set({ banned_until }).where("id", "=", banned.userId).execute();
  const refreshed_at = new Date(0);
  await world.db.updateTable("auth_sessions").set({ refreshed_at }).where("user_id", "=", old.userId).execute();
  for (const [person, code] of people) {
    const { query } = readLocation(await person.browser.visit(addresses.get(person) ?? ""));
    expect(query).toMatchObject({ error_code: code });
    const identities = world.db.selectFrom("auth_identities").select("provider");
    expect(await identities.where("user_id", "=", person.userId).execute()).toEqual([{ provider: "email" }]);
  }
});

test("the code of a link is worth nothing once the session is over", async () => {
  const person = await signUp();
  newDiscordUser();
  const { query } = await link(person);
  await world.db.deleteFrom("auth_sessions").where("user_id", "=", person.userId).execute();
  const { error } = await person.auth.exchangeCodeForSession(String(query["code"]));
  expect(error).not.toBeNull();
  expect(await world.db.selectFrom("auth_sessions").where("user_id", "=", person.userId).execute()).toEqual([]);
});

test("a guest has no account to add anything to", async () => {
  const browser = openBrowser(world.app.server);
  const auth = openAuthClient(browser, new Map(), "pkce");
  await auth.signInAnonymously();
  newDiscordUser();
  expect((await link({ auth, browser })).query).toMatchObject({ error_code: "validation_failed" });
});

async function identitiesOf({ auth }: Pick<Person, "auth">) {
  const { data } = await auth.getUserIdentities();
  return Object.fromEntries((data?.identities ?? []).map((identity) => [identity.provider, identity]));
}

test("a removed sign-in method no longer works, and its owner gets a mail", async () => {
  const person = await signUp();
  newDiscordUser();
  await link(person);
  const { discord: linked } = await identitiesOf(person);
  if (!linked) throw new Error("Discord was not linked");
  expect((await person.auth.unlinkIdentity(linked)).error).toBeNull();
  expect(Object.keys(await identitiesOf(person))).toEqual(["email"]);
  const { data } = await person.auth.getUser();
  expect(data.user?.app_metadata).toMatchObject({ provider: "email", providers: ["email"] });
  expect(await mailsTo(person.email)).toContain("Discord can no longer be used to sign in to Clanhall");
  expect(await auditOf(person.userId)).toContain("identity_unlinked");
  expect((await person.auth.unlinkIdentity(linked)).error).toMatchObject({ status: 422, code: "identity_not_found" });
});

test("the last way in stays, also when two are taken away at once", async () => {
  const person = await signUp();
  const { email: only } = await identitiesOf(person);
  if (!only) throw new Error("there is no identity");
  const refusal = { status: 422, code: "single_identity_not_deletable" };
  expect((await person.auth.unlinkIdentity(only)).error).toMatchObject(refusal);

  newDiscordUser();
  await link(person);
  const both = Object.values(await identitiesOf(person));
  const answers = await Promise.all(both.map((identity) => person.auth.unlinkIdentity(identity)));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(answers.find(({ error }) => error)?.error).toMatchObject(refusal);
});

test("the password goes with the e-mail identity, and then Discord is the last way in", async () => {
  const person = await signUp();
  newDiscordUser();
  await link(person);
  const { email, discord: linked } = await identitiesOf(person);
  if (!email || !linked) throw new Error("an identity is missing");
  expect((await person.auth.unlinkIdentity(email)).error).toBeNull();
  const { error } = await openAuthClient(world.app.server).signInWithPassword(person);
  expect(error).toMatchObject({ code: "invalid_credentials" });
  expect((await person.auth.unlinkIdentity(linked)).error).toMatchObject({ code: "single_identity_not_deletable" });
});

test("somebody else's identity looks like none", async () => {
  const [owner, other] = [await signUp(), await signUp()];
  newDiscordUser();
  await link(owner);
  newDiscordUser();
  await link(other);
  const { discord: foreign } = await identitiesOf(owner);
  if (!foreign) throw new Error("Discord was not linked");
  const refusal = { status: 422, code: "identity_not_found" };
  expect((await other.auth.unlinkIdentity(foreign)).error).toMatchObject(refusal);
  expect(Object.keys(await identitiesOf(owner))).toEqual(["email", "discord"]);
  const answer = await world.app.server.inject({
    method: "DELETE",
    url: "/auth/v1/user/identities/nonsense",
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(answer.statusCode).toBe(400);
});
