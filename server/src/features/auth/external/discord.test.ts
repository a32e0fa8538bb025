import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Provider } from "../../../settings.ts";
import { openAuthClient } from "../../../testing/auth-client.ts";
import { openBrowser, readLocation } from "../../../testing/browser.ts";
import { type DiscordUser, startFakeDiscord } from "../../../testing/fake-discord.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { openDiscord } from "./providers.ts";

const client = { id: "clanhall", secret: randomUUID() };
const settings = { key: "discord", name: "Discord", clientId: client.id, clientSecret: client.secret } as const;
let discord: Awaited<ReturnType<typeof startFakeDiscord>>;
let world: TestApp;

beforeAll(async () => {
  discord = await startFakeDiscord(client);
  world = await createTestApp({ providers: [{ ...settings, issuer: discord.home }] });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

function newUser(more: Partial<DiscordUser> = {}): DiscordUser {
  const id = String(Math.floor(Math.random() * 1e15));
  const email = `${randomUUID()}@example.test`;
  return { id, username: "kara_owl", global_name: "Kara", email, verified: true, ...more };
}

async function comeBack({ app } = world) {
  const browser = openBrowser(app.server);
  const auth = openAuthClient(browser, new Map(), "pkce");
  const { data } = await auth.signInWithOAuth({ provider: "discord", options: { skipBrowserRedirect: true } });
  const start = await browser.visit(String(data.url));
  const answer = await browser.visit(await browser.passThrough(start.headers.location, ""));
  return { auth, ...readLocation(answer) };
}

async function signIn() {
  const { auth, query } = await comeBack();
  return (await auth.exchangeCodeForSession(String(query["code"]))).data.user;
}

test("Discord is asked at its own addresses, for the name and the address", async () => {
  const departure = { callbackUrl: "https://clan.example/cb", state: "s", verifier: "v".repeat(43), nonce: "n" };
  const address = new URL(await openDiscord({ ...settings, issuer: null }).toAddress(departure));
  expect(address.origin + address.pathname).toBe("https://discord.com/oauth2/authorize");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: "clanhall",
    response_type: "code",
    redirect_uri: "https://clan.example/cb",
    scope: "identify email",
    code_challenge_method: "S256",
  });
});

test("somebody signs in through Discord and is known again by their id", async () => {
  const user = newUser();
  discord.setUser(user);
  const first = await signIn();
  expect(first).toMatchObject({
    email: user.email,
    app_metadata: { provider: "discord", providers: ["discord"] },
    user_metadata: { display_name: "Kara" },
    identities: [{ id: user.id, provider: "discord" }],
  });
  discord.setUser({ ...user, email: null, global_name: null, verified: false });
  expect((await signIn())?.id).toBe(first?.id);
});

test("whoever chose no name at Discord goes by the one they sign in with", async () => {
  discord.setUser(newUser({ global_name: null }));
  expect(await signIn()).toMatchObject({ user_metadata: { display_name: "kara_owl" } });
});

test("S24: without an address that Discord has verified nobody gets an account", async () => {
  const person = await world.signedUp();
  for (const more of [{ email: person.email, verified: false }, { email: null }, { verified: false }]) {
    discord.setUser(newUser(more));
    expect((await comeBack()).query).toMatchObject({ error_code: "provider_email_needs_verification" });
  }
});

test("an answer of Discord that says nothing is a refusal", async () => {
  discord.setUser(newUser(), 502);
  expect((await comeBack()).query).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
  discord.setUser(newUser(), 403);
  expect((await comeBack()).query).toMatchObject({ error_code: "bad_oauth_callback" });
  discord.setUser({} as DiscordUser);
  expect((await comeBack()).query).toMatchObject({ error_code: "bad_oauth_callback" });
});

test("a wrong secret is our own mistake, and still a refusal", async () => {
  const provider: Provider = { ...settings, issuer: discord.home, clientSecret: "wrong" };
  const mistaken = await createTestApp({ beside: world, providers: [provider] });
  discord.setUser(newUser());
  expect((await comeBack(mistaken)).query).toMatchObject({ error_code: "bad_oauth_callback" });
  await mistaken.close();
});

test("the settings of the service name what is offered", async () => {
  const answer = await world.visitor.get("/auth/v1/settings");
  expect(answer.json()).toMatchObject({ external: { discord: true, google: false, oidc: false, email: true } });
});
