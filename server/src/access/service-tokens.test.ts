import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base64url, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { createServiceToken } from "../testing/admin-client.ts";
import { testSecrets } from "../testing/secrets.ts";
import { createTestApp, sharedApp } from "../testing/test-app.ts";
import { openJwk } from "./signing-key.ts";

type Fields = Record<string, unknown>;

const world = await sharedApp();
let key: Awaited<ReturnType<typeof importJWK>>;
let publicJwk: JWK;
let token: string;
let header: Fields;
let payload: Fields;
beforeAll(async () => {
  const row = await world.db.selectFrom("auth_signing_keys").selectAll().executeTakeFirstOrThrow();
  key = await importJWK(openJwk(testSecrets, row.sealed_jwk ?? Buffer.alloc(0)), "ES256");
  publicJwk = row.public_jwk;
  token = await createServiceToken(world);
  [header = {}, payload = {}] = token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Fields);
});

const encode = (fields: unknown) => base64url.encode(JSON.stringify(fields));
const now = Math.floor(Date.now() / 1000);
const ask = (url: string, bearer: string) =>
  world.app.server.inject({ method: "GET", url, headers: { authorization: `Bearer ${bearer}` } });

/** Signed with our own key, so that only the named field is wrong. */
const signed = (body: Fields, head: Fields = {}) =>
  new SignJWT({ ...payload, ...body }).setProtectedHeader({ ...header, alg: "ES256", ...head }).sign(key);

test("a service token lists the accounts, and so does one of supabase_admin", async () => {
  expect((await ask("/auth/v1/admin/users", token)).statusCode).toBe(200);
  expect((await ask("/auth/v1/admin/users", await signed({ role: "supabase_admin" }))).statusCode).toBe(200);
});

test("S27: a service token is nobody in the product and no person in the auth service", async () => {
  for (const url of ["/api/me/admin", "/api/me/login-activity"]) {
    const answer = await ask(url, token);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ error: "unauthorized" });
  }
  const user = await ask("/auth/v1/user", token);
  expect(user.statusCode).toBe(403);
  expect(user.json()).toMatchObject({ error_code: "bad_jwt" });
});

test("S27: not even one that names a living session passes as its owner", async () => {
  const { access_token, userId } = await world.signedUp();
  const { session_id } = JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString()) as Fields;
  for (const role of ["service_role", "supabase_admin", ["authenticated"], "Authenticated", undefined]) {
    const confused = await signed({ sub: userId, session_id, role });
    expect((await ask("/api/me/admin", confused)).statusCode).toBe(401);
    expect((await ask("/auth/v1/user", confused)).statusCode).toBe(403);
  }
});

const forgeries: [string, () => string | Promise<string>][] = [
  ["no signature", () => `${encode({ ...header, alg: "none" })}.${encode(payload)}.`],
  [
    "an HMAC with our public key",
    () => {
      const text = `${encode({ ...header, alg: "HS256" })}.${encode(payload)}`;
      return `${text}.${createHmac("sha256", JSON.stringify(publicJwk)).update(text).digest("base64url")}`;
    },
  ],
  [
    "a stranger's key under our id",
    async () => {
      const { privateKey } = await generateKeyPair("ES256");
      return new SignJWT(payload).setProtectedHeader({ ...header, alg: "ES256" }).sign(privateKey);
    },
  ],
  ["an unknown key id", () => signed({}, { kid: "other" })],
  ["a key inside", () => signed({}, { jwk: publicJwk })],
  ["another type", () => signed({}, { typ: "at+jwt" })],
  ["another issuer", () => signed({ iss: "https://evil.example/auth/v1" })],
  ["another audience", () => signed({ aud: "service_role" })],
  ["an end in the past", () => signed({ exp: now - 1 })],
  ["no end", () => signed({ exp: undefined })],
  ["a start in the future", () => signed({ nbf: now + 60 })],
  ["a changed role", () => `${encode(header)}.${encode({ ...payload, x: 1 })}.${token.split(".")[2]}`],
];

test.each(forgeries)("S27: a service token with %s is refused", async (_what, forge) => {
  const answer = await ask("/auth/v1/admin/users", await forge());
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ error_code: "bad_jwt", msg: expect.stringMatching(/^invalid JWT/) });
});

test("S27: whoever calls the admin API without such a token is refused everywhere", async () => {
  const person = await world.signedUp();
  await world.db.insertInto("app_admins").values({ user_id: person.userId, note: null }).execute();
  const calls = world.app.routes.filter(({ access }) => access === "service");
  expect(calls.length).toBeGreaterThan(10);
  for (const { method, url } of calls) {
    if (method === "HEAD") continue;
    const call = (headers: Record<string, string>) =>
      world.app.server.inject({ method: method as "GET", url: url.replaceAll(/:\w+/g, person.userId), headers });
    const visitor = await call({});
    expect([visitor.statusCode, visitor.json().error_code], url).toEqual([401, "no_authorization"]);
    for (const bearer of [
      person.access_token,
      await signed({ role: undefined }),
      await signed({ role: ["service_role"] }),
    ]) {
      const answer = await call({ authorization: `Bearer ${bearer}` });
      expect(answer.statusCode, url).toBe(403);
      expect(answer.json()).toEqual({ code: 403, error_code: "not_admin", msg: "User not allowed" });
    }
  }
});

test("S27: nobody gets the service role by what they write into their account", async () => {
  const email = `${crypto.randomUUID()}@example.test`;
  const body = { email, password: `otter ${crypto.randomUUID()}`, data: { role: "service_role" } };
  const { access_token } = (await world.visitor.send("POST", "/auth/v1/signup", body)).json();
  expect((await ask("/auth/v1/admin/users", access_token)).json()).toMatchObject({ error_code: "not_admin" });
});

test("L12: a token of our own keys that the command did not make as it is, is refused", async () => {
  const day = 86_400;
  const forged = {
    "that ends in 2032": { exp: Date.UTC(2032, 0, 1) / 1000 },
    "that ends a second later": { exp: Number(payload["exp"]) + 1 },
    "without an id": { jti: undefined },
    "without an id, in 2032": { jti: undefined, exp: Date.UTC(2032, 0, 1) / 1000 },
    "with an id of its own": { jti: crypto.randomUUID(), exp: now + day },
    "with an id that is none": { jti: "1' or '1'='1" },
  };
  for (const [what, fields] of Object.entries(forged)) {
    const answer = await ask("/auth/v1/admin/users", await signed(fields));
    expect(answer.statusCode, what).toBe(403);
    expect(answer.json(), what).toMatchObject({ error_code: "bad_jwt" });
  }
  expect((await ask("/auth/v1/admin/users", token)).statusCode).toBe(200);
});

test("L12: a key that the operator supplied signs service tokens of any kind, and nobody's else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "clanhall-keys-"));
  const file = join(folder, "keys.json");
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  await writeFile(
    file,
    JSON.stringify([{ ...(await exportJWK(privateKey)), kid: "own", alg: "ES256", key_ops: ["sign"] }]),
  );
  const own = await createTestApp({ env: { AUTH_SIGNING_KEYS: file } });
  const bare = (fields: Fields) =>
    new SignJWT(fields).setProtectedHeader({ alg: "ES256", kid: "own", typ: "JWT" }).sign(privateKey);
  const list = async (bearer: string) =>
    (await own.app.server.inject({ url: "/auth/v1/admin/users", headers: { authorization: `Bearer ${bearer}` } }))
      .statusCode;
  for (const role of ["service_role", "supabase_admin"]) expect(await list(await bare({ role }))).toBe(200);
  expect(await list(await bare({ role: "service_role", exp: Date.UTC(2032, 0, 1) / 1000 }))).toBe(200);
  expect(await list(await bare({ role: "service_role", exp: now - 10 }))).toBe(403);
  expect(await list(await bare({ role: "authenticated" }))).toBe(403);
  // A token of this server's own keys is none of this installation.
  expect(await list(token)).toBe(403);
  // A person still needs a session and all claims.
  const { userId } = await own.signedUp();
  const person = await bare({ role: "authenticated", sub: userId, session_id: crypto.randomUUID() });
  const answer = await own.app.server.inject({ url: "/auth/v1/user", headers: { authorization: `Bearer ${person}` } });
  expect(answer.statusCode).toBe(403);
  await own.close();
  await rm(folder, { recursive: true });
});
