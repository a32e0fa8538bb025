import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../testing/auth-client.ts";
import { createTestApp, sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const send = (url: string, payload: string, headers = {}) =>
  world.app.server.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/json", ...headers },
  });
const dated = { "x-supabase-api-version": "2024-01-01" };
const signIn = "/auth/v1/token?grant_type=password";

test("an error has the shape of the version the client names, and says which", async () => {
  const payload = JSON.stringify({ email: "nobody@example.test", password: "a guess" });
  const modern = await send(signIn, payload, dated);
  expect(modern.headers["x-supabase-api-version"]).toBe("2024-01-01");
  expect(modern.json()).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
  for (const headers of [{}, { "x-supabase-api-version": "2023-01-01" }, { "x-supabase-api-version": "soon" }]) {
    const old = await send(signIn, payload, headers);
    expect(old.headers["x-supabase-api-version"]).toBeUndefined();
    expect(old.json()).toEqual({ code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" });
  }
});

test.each([
  ["broken JSON", signIn, "{", 400, "bad_json"],
  ["JSON too deep", signIn, "[".repeat(40), 400, "bad_json"],
  ["too much", signIn, `{"email":"${"x".repeat(300_000)}"}`, 413, "request_entity_too_large"],
  ["an unknown field", signIn, '{"email":"a@b.example","password":"x","role":"admin"}', 400, "validation_failed"],
  ["no grant", "/auth/v1/token", "{}", 400, "validation_failed"],
  ["an unknown grant", "/auth/v1/token?grant_type=magic", "{}", 400, "validation_failed"],
  [
    "a code nobody has",
    "/auth/v1/token?grant_type=pkce",
    '{"auth_code":"x","code_verifier":"y"}',
    404,
    "flow_state_not_found",
  ],
  [
    "a provider's token",
    "/auth/v1/token?grant_type=id_token",
    '{"provider":"google","id_token":"x"}',
    400,
    "provider_disabled",
  ],
  ["a phone number", signIn, '{"phone":"+491234","password":"x"}', 400, "phone_provider_disabled"],
  ["no refresh token", "/auth/v1/token?grant_type=refresh_token", "{}", 400, "validation_failed"],
  [
    "an address PostgreSQL cannot hold",
    signIn,
    String.raw`{"email":"a\u0000@b.example","password":"x"}`,
    400,
    "validation_failed",
  ],
  [
    "data PostgreSQL cannot hold",
    "/auth/v1/signup",
    String.raw`{"email":"a@b.example","password":"x","data":{"a":["\ud800"]}}`,
    400,
    "validation_failed",
  ],
  ["an unknown scope", "/auth/v1/logout?scope=all", "", 401, "no_authorization"],
])("%s is refused in the contract's words", async (_what, url, payload, status, code) => {
  const answer = await send(url, payload, dated);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code, message: expect.any(String) });
  expect(answer.headers["cache-control"]).toBe("no-store");
});

test("a provider that is off is named by its issuer, which clients look for", async () => {
  const client = openAuthClient(world.app.server);
  const { error } = await client.signInWithIdToken({ provider: "google", token: "x" });
  expect(error?.message).toBe('Provider (issuer "https://accounts.google.com") is not enabled');
});

test("S46: a form or plain text signs nobody in", async () => {
  const { email, password } = await world.signedUp();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const answer = await send(signIn, JSON.stringify({ email, password }), { "content-type": type });
    expect(answer.statusCode, type).toBe(415);
  }
});

test("S56: whatever arrives in a body, the answer is a refusal that tells nothing of our insides", async () => {
  const person = await world.signedUp();
  const calls = [
    { method: "POST", url: "/auth/v1/signup" },
    { method: "POST", url: signIn },
    { method: "POST", url: "/auth/v1/token?grant_type=refresh_token" },
    { method: "PUT", url: "/auth/v1/user" },
  ] as const;
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\ud800", "a@b.example", "__proto__"));
  const fields = fc.dictionary(
    fc.constantFrom("email", "password", "data", "refresh_token", "current_password", "phone", "nonce"),
    fc.oneof(text, fc.jsonValue(), fc.dictionary(text, fc.jsonValue())),
  );
  const body = fc.oneof(
    fc.json(),
    text,
    fields.map((value) => JSON.stringify(value)),
    fc.constantFrom("", "null", "[]", "0"),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), body, async (call, payload) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${person.access_token}` };
      const answer = await world.app.server.inject({ ...call, headers, payload });
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.body).not.toMatch(/\bat (file|\/)|select |insert |node_modules|Error:/i);
    }),
    runs(250),
  );
});

test("the settings and the health of the service can be read", async () => {
  expect((await world.visitor.get("/auth/v1/settings")).json()).toEqual({
    external: { discord: false, google: false, oidc: false, email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: true,
  });
  expect((await world.visitor.get("/auth/v1/health")).json()).toEqual({
    version: expect.any(String),
    name: "Clanhall",
    description: expect.any(String),
  });
});

test("the client learns that a token cannot be read", async () => {
  for (const token of ["no-token", "a.b.c", "eyJhbGciOiJFUzI1NiJ9.e30."]) {
    const { error } = await openAuthClient(world.app.server).getUser(token);
    expect(error).toMatchObject({
      status: 403,
      code: "bad_jwt",
      message: "invalid JWT: unable to parse or verify signature",
    });
  }
});

test("with sign-up closed nobody gets in, and the web is told", async () => {
  const closed = await createTestApp({ beside: world, env: { AUTH_SIGNUP: "off" } });
  const { error } = await openAuthClient(closed.app.server).signUp(newCredentials());
  expect(error).toMatchObject({ status: 422, code: "signup_disabled" });
  expect((await closed.visitor.get("/api/config")).json()).toMatchObject({ sign_up: false });
  expect((await closed.visitor.get("/auth/v1/settings")).json()).toMatchObject({ disable_signup: true });
  await closed.close();
});

test("where guests are welcome somebody signs in without a name", async () => {
  const open = await createTestApp({ beside: world, env: { AUTH_ANONYMOUS: "on" } });
  const client = openAuthClient(open.app.server);
  const { data, error } = await client.signInAnonymously();
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ is_anonymous: true, identities: [] });
  expect((await client.refreshSession()).error).toBeNull();
  await open.close();
});

test("S14: while addresses must be confirmed, a taken one looks like a new one", async () => {
  const careful = await createTestApp({ beside: world, env: { AUTH_AUTOCONFIRM: "off" } });
  const client = openAuthClient(careful.app.server);
  const taken = await world.signedUp();
  const known = await client.signUp({ email: taken.email, password: newCredentials().password });
  expect(known).toMatchObject({
    error: null,
    data: { session: null, user: { email: taken.email, identities: [{}], role: "authenticated" } },
  });
  expect(known.data.user?.id).not.toBe(taken.userId);

  const credentials = newCredentials();
  const fresh = await client.signUp(credentials);
  expect(fresh).toMatchObject({ error: null, data: { session: null, user: { email: credentials.email } } });
  const again = await client.signUp({ ...credentials, password: newCredentials().password });
  expect(again.data.user).toMatchObject({ email: credentials.email, identities: [{}], role: "authenticated" });
  expect(again.data.user?.id).not.toBe(fresh.data.user?.id);

  const wrong = await client.signInWithPassword({ ...credentials, password: "a wrong guess" });
  expect(wrong.error).toMatchObject({ code: "invalid_credentials" });
  expect((await client.signInWithPassword(credentials)).error).toMatchObject({
    status: 400,
    code: "email_not_confirmed",
  });
  await careful.close();
});

const message = "There is nothing at this address";

test.each([
  ["GET", "/auth/v1/nowhere"],
  ["GET", "/auth/v1"],
  ["GET", "/auth/v1/"],
  ["POST", "/auth/v1/user"],
  ["DELETE", "/auth/v1/signup"],
  ["PATCH", "/auth/v1/admin/users"],
] as const)("%s %s leads nowhere, in the contract's words", async (method, url) => {
  const ask = (headers: Record<string, string>) => world.app.server.inject({ method, url, headers });
  const old = await ask({});
  expect(old.statusCode).toBe(404);
  expect(old.json()).toEqual({ code: 404, error_code: "not_found", msg: message });
  const modern = await ask({ "x-supabase-api-version": "2024-01-01" });
  expect(modern.statusCode).toBe(404);
  expect(modern.json()).toEqual({ code: "not_found", message });
  expect(modern.headers).toMatchObject({ "x-supabase-api-version": "2024-01-01", "cache-control": "no-store" });
});

test("addresses beside the auth service keep the product's words", async () => {
  expect((await world.visitor.get("/auth/v2/user")).json()).toMatchObject({ error: "not_found" });
  expect((await world.visitor.get("/api/nothing")).json()).toMatchObject({ error: "not_found" });
});
