import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthClient, type Storage } from "../../../testing/auth-client.ts";
import { openBrowser, readLocation } from "../../../testing/browser.ts";
import { startIdentityProvider, type TestAccount } from "../../../testing/identity-provider.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

const account: TestAccount = { sub: "kara", name: "Kara", email: "kara@example.test", email_verified: true };
const client = {
  client_id: "clanhall",
  client_secret: randomUUID(),
  redirect_uris: ["http://localhost:3000/auth/v1/callback", "https://clan.example/auth/v1/callback"],
};
let issuer: Awaited<ReturnType<typeof startIdentityProvider>>;
let world: TestApp;
let env: Record<string, string>;

beforeAll(async () => {
  issuer = await startIdentityProvider({ accounts: [account], clients: [client] });
  env = { AUTH_OIDC_ISSUER: issuer.issuer, AUTH_OIDC_ID: client.client_id, AUTH_OIDC_SECRET: client.client_secret };
  world = await createTestApp({ env });
});
afterAll(async () => {
  await world.close();
  await issuer.close();
});

/** As far as the provider has sent the browser back, and the app has not looked yet. */
async function leave({ app } = world, browser = openBrowser(app.server)) {
  const storage: Storage = new Map();
  const auth = openAuthClient(browser, storage, "pkce");
  const options = { skipBrowserRedirect: true, redirectTo: "/dashboard" };
  const { data } = await auth.signInWithOAuth({ provider: "oidc" as "google", options });
  const start = await browser.visit(String(data.url));
  return { browser, storage, start, address: await browser.passThrough(start.headers.location, account.sub) };
}

async function takeCode() {
  const { browser, storage, address } = await leave();
  const { query } = readLocation(await browser.visit(address));
  const verifier = JSON.parse(storage.get("clanhall-auth-code-verifier") ?? "") as string;
  return { code: String(query["code"]), verifier };
}

const exchange = (code: string, verifier: string) =>
  world.visitor.send("POST", "/auth/v1/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });

test("a provider that is not offered is refused, and so is a half or plain challenge", async () => {
  const challenge = "c".repeat(43);
  for (const [query, message] of [
    ["provider=discord", /^Unsupported provider/],
    ["provider=facebook", /^Unsupported provider/],
    ["", /^Unsupported provider/],
    [`provider=oidc&code_challenge=${challenge}`, /PKCE/],
    [`provider=oidc&code_challenge=${challenge}&code_challenge_method=plain`, /s256/],
    ["provider=oidc&code_challenge=short&code_challenge_method=s256", /challenge/],
  ] as const) {
    const answer = await world.visitor.get(`/auth/v1/authorize?${query}`);
    expect(answer.statusCode, query).toBe(400);
    expect(answer.json(), query).toMatchObject({
      error_code: "validation_failed",
      msg: expect.stringMatching(message),
    });
  }
});

test("S25: nobody is sent to an address that is not ours", async () => {
  const browser = openBrowser(world.app.server);
  const start = await browser.visit("/auth/v1/authorize?provider=oidc&redirect_to=https://evil.example/");
  const answer = await browser.visit(await browser.passThrough(start.headers.location, account.sub));
  expect(readLocation(answer).page).toBe("http://localhost:3000/");
});

test("whoever cancels at the provider comes back with a refusal", async () => {
  const browser = openBrowser(world.app.server);
  const start = await browser.visit("/auth/v1/authorize?provider=oidc&redirect_to=/login");
  const { page, query, fragment } = readLocation(
    await browser.visit(await browser.passThrough(start.headers.location, "")),
  );
  const refusal = { error: "access_denied", error_code: "bad_oauth_callback", error_description: /cancelled/ };
  expect(page).toBe("http://localhost:3000/login");
  for (const part of [query, fragment]) {
    expect(part).toMatchObject({ ...refusal, error_description: expect.stringMatching(refusal.error_description) });
  }
});

test("S24: the state works once, in the browser that got it, and not for ever", async () => {
  const [used, foreign, withoutCookie, late] = await Promise.all([leave(), leave(), leave(), leave()]);

  expect(readLocation(await used.browser.visit(used.address)).query).toHaveProperty("code");
  const again = readLocation(await used.browser.visit(used.address));
  expect(again).toMatchObject({ page: "http://localhost:3000/login", query: { error_code: "bad_oauth_state" } });

  for (const [address, browser] of [
    [foreign.address, used.browser],
    [withoutCookie.address, openBrowser(world.app.server)],
  ] as const) {
    expect(readLocation(await browser.visit(address)).query).toMatchObject({ error_code: "bad_oauth_state" });
  }
  const owner = readLocation(await foreign.browser.visit(foreign.address));
  expect(owner.query).toMatchObject({ error_code: "bad_oauth_state" });

  await world.db.updateTable("auth_flows").set({ expires_at: new Date() }).execute();
  const { query } = readLocation(await late.browser.visit(late.address));
  expect(query).toMatchObject({ error_code: "flow_state_expired" });
});

test.each([
  ["nothing", "", "bad_oauth_callback"],
  ["a code alone", "?code=x", "bad_oauth_callback"],
  ["an unknown state", "?code=x&state=y", "bad_oauth_state"],
  ["an error from nowhere", "?error=access_denied&state=y", "bad_oauth_state"],
])("a return with %s leads to the login page, which says so", async (_what, search, code) => {
  const answer = await world.visitor.get(`/auth/v1/callback${search}`);
  expect(answer.statusCode).toBe(302);
  expect(readLocation(answer)).toMatchObject({ page: "http://localhost:3000/login", query: { error_code: code } });
});

test("a return by POST is refused", async () => {
  const answer = await world.visitor.send("POST", "/auth/v1/callback", { code: "x", state: "y" });
  expect(answer.json()).toMatchObject({ error_code: "bad_oauth_callback" });
});

test("S24: a return with a wrong code, a doubled state or another issuer's name is refused", async () => {
  for (const spoil of [
    (url: URL) => url.searchParams.set("code", "x"),
    (url: URL) => url.searchParams.delete("code"),
    (url: URL) => url.searchParams.append("state", "y"),
    (url: URL) => url.searchParams.set("iss", "https://evil.example"),
  ]) {
    const { browser, address } = await leave();
    const url = new URL(address);
    spoil(url);
    expect(readLocation(await browser.visit(url.href)).query, url.search).toMatchObject({
      error: "access_denied",
      error_code: "bad_oauth_callback",
    });
  }
});

test("tabs of one browser do not disturb each other", async () => {
  const browser = openBrowser(world.app.server);
  const [one, two] = [await leave(world, browser), await leave(world, browser)];
  expect(readLocation(await browser.visit(two.address)).query).toHaveProperty("code");
  expect(readLocation(await browser.visit(one.address)).query).toHaveProperty("code");
});

test("S32: the cookie is HttpOnly and Lax, and Secure under a __Host- name where there is encryption", async () => {
  const { start } = await leave();
  expect(start.headers["set-cookie"]).toMatch(
    /^clanhall-flow=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  const encrypted = await createTestApp({ beside: world, env: { ...env, PUBLIC_URL: "https://clan.example" } });
  const secure = await leave(encrypted);
  expect(secure.start.headers["set-cookie"]).toMatch(
    /^__Host-clanhall-flow=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const back = readLocation(await secure.browser.visit(secure.address));
  expect(back).toMatchObject({ page: "https://clan.example/dashboard", query: { code: expect.any(String) } });

  const planted = await leave(encrypted);
  const [value] = planted.browser.appCookies.values();
  planted.browser.appCookies.clear();
  planted.browser.appCookies.set("clanhall-flow", String(value));
  const refused = readLocation(await planted.browser.visit(planted.address));
  expect(refused.query).toMatchObject({ error_code: "bad_oauth_state" });
  await encrypted.close();
});

test("a one-time code opens one session, however many ask with it at once", async () => {
  const { code, verifier } = await takeCode();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => exchange(code, verifier)));
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["200", "404", "404", "404", "404"]);
  expect((await exchange(code, verifier)).json()).toMatchObject({ error_code: "flow_state_not_found" });
});

test("a wrong verifier uses the code up, and time does as well", async () => {
  const wrong = await takeCode();
  expect((await exchange(wrong.code, "v".repeat(60))).json()).toMatchObject({ error_code: "bad_code_verifier" });
  const late = await exchange(wrong.code, wrong.verifier);
  expect(late.json()).toMatchObject({ error_code: "flow_state_not_found" });

  const old = await takeCode();
  await world.db.updateTable("auth_flows").set({ expires_at: new Date() }).execute();
  const expired = await exchange(old.code, old.verifier);
  expect(expired.statusCode).toBe(422);
  expect(expired.json()).toMatchObject({ error_code: "flow_state_expired" });
});

test("a provider that is away or never answers is a refusal, not a failure", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  for (const address of [`http://127.0.0.1:${port}`, "http://127.0.0.1:1"]) {
    const cut = await createTestApp({ beside: world, env: { ...env, AUTH_OIDC_ISSUER: address } });
    const answer = await cut.visitor.get("/auth/v1/authorize?provider=oidc&redirect_to=/login");
    expect(readLocation(answer)).toMatchObject({
      page: "http://localhost:3000/login",
      query: { error: "server_error", error_code: "unexpected_failure" },
    });
    await cut.close();
  }
  silent.closeAllConnections();
  silent.close();
});

test("SAML is not offered", async () => {
  const { error } = await openAuthClient(world.app.server).signInWithSSO({ domain: "clan.example" });
  expect(error).toMatchObject({ status: 404, code: "saml_provider_disabled", message: "SAML 2.0 is disabled" });
});
