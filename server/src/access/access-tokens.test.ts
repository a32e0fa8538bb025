import { createHmac } from "node:crypto";
import { base64url, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testSecrets } from "../testing/secrets.ts";
import { sharedApp } from "../testing/test-app.ts";
import { createVerifiedTokens } from "./access-tokens.ts";
import { openJwk } from "./signing-key.ts";

type SignerKey = Parameters<typeof exportSPKI>[0];
type Fields = Record<string, unknown>;
interface Genuine {
  header: Fields;
  payload: Fields;
  token: string;
}

const world = await sharedApp();
let key: Awaited<ReturnType<typeof importJWK>>;
let publicJwk: JWK;
let genuine: Genuine;
beforeAll(async () => {
  const row = await world.db.selectFrom("auth_signing_keys").selectAll().executeTakeFirstOrThrow();
  key = await importJWK(openJwk(testSecrets, row.sealed_jwk ?? Buffer.alloc(0)), "ES256");
  publicJwk = row.public_jwk;
  const { access_token: token } = await world.signedUp();
  const [header = {}, payload = {}] = token.split(".").map(toFields);
  genuine = { header, payload, token };
});

const toFields = (part: string): Fields => {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString()) as Fields;
  } catch {
    return {};
  }
};
const encode = (fields: unknown) => base64url.encode(JSON.stringify(fields));
const now = Math.floor(Date.now() / 1000);

/** Signed with our own key, so that only the named field is wrong. */
async function signed({ header, payload }: Genuine, head: Fields, body: Fields = {}): Promise<string> {
  const alg = String(head["alg"] ?? header["alg"]);
  return new SignJWT({ ...payload, ...body }).setProtectedHeader({ ...header, ...head, alg }).sign(key);
}

async function hmacWith(secret: string | Buffer, { header, payload }: Genuine, alg = "HS256") {
  const text = `${encode({ ...header, alg })}.${encode(payload)}`;
  return `${text}.${createHmac(alg.replace("HS", "sha"), secret).update(text).digest("base64url")}`;
}

async function foreign(head: Fields, kid = genuine.header["kid"]) {
  const pair = await generateKeyPair("ES256", { extractable: true });
  return new SignJWT(genuine.payload)
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: String(kid), ...head })
    .sign(pair.privateKey);
}

const unsigned = (alg: unknown) => `${encode({ ...genuine.header, alg })}.${encode(genuine.payload)}.`;
const part = (index: number) => genuine.token.split(".")[index] ?? "";

const forgeries: [string, () => string | Promise<string>][] = [
  ["no algorithm", () => unsigned("none")],
  ["no algorithm, shouted", () => unsigned("NONE")],
  ["no algorithm, with a signature", () => unsigned("none") + part(2)],
  ["a missing algorithm", () => unsigned(undefined)],
  ["an empty signature", () => `${part(0)}.${part(1)}.`],
  ["no signature at all", () => `${part(0)}.${part(1)}`],
  ["four parts", () => `${genuine.token}.x`],
  ["an HMAC with the public key as JSON", () => hmacWith(JSON.stringify(publicJwk), genuine)],
  [
    "an HMAC with the public key as PEM",
    async () => hmacWith(await exportSPKI((await importJWK(publicJwk, "ES256")) as SignerKey), genuine),
  ],
  ["an HMAC with the public point", () => hmacWith(Buffer.from(publicJwk.x ?? "", "base64url"), genuine)],
  ["a longer HMAC", () => hmacWith(JSON.stringify(publicJwk), genuine, "HS512")],
  ["an HMAC with nothing", () => hmacWith("", genuine)],
  ["another algorithm's name", () => `${encode({ ...genuine.header, alg: "RS256" })}.${part(1)}.${part(2)}`],
  ["an unknown algorithm's name", () => `${encode({ ...genuine.header, alg: "ES512" })}.${part(1)}.${part(2)}`],
  ["a stranger's key under our id", () => foreign({})],
  ["a stranger's key under its own id", () => foreign({}, "mine")],
  ["a key id that is a path", () => foreign({}, "../../../etc/passwd")],
  ["a key id that is SQL", () => foreign({}, "' or '1'='1")],
  ["no key id", async () => signed(genuine, { kid: undefined })],
  ["an empty key id", () => signed(genuine, { kid: "" })],
  ["an unknown key id", () => signed(genuine, { kid: "other" })],
  ["a key address", () => foreign({ jku: "https://evil.example/jwks.json" })],
  ["a key address under our signature", () => signed(genuine, { jku: "https://evil.example/jwks.json" })],
  ["a key inside", () => foreign({ jwk: publicJwk })],
  ["a key inside under our signature", () => signed(genuine, { jwk: publicJwk })],
  ["a certificate address", () => signed(genuine, { x5u: "https://evil.example/x" })],
  ["a certificate inside", () => signed(genuine, { x5c: ["MIIB"] })],
  ["a critical extension", () => `${encode({ ...genuine.header, crit: ["x"], x: 1 })}.${part(1)}.${part(2)}`],
  ["another type", () => signed(genuine, { typ: "at+jwt" })],
  ["no type", () => signed(genuine, { typ: undefined })],
  ["another issuer", () => signed(genuine, {}, { iss: "https://evil.example/auth/v1" })],
  ["no issuer", () => signed(genuine, {}, { iss: undefined })],
  ["another audience", () => signed(genuine, {}, { aud: "anon" })],
  ["no audience", () => signed(genuine, {}, { aud: undefined })],
  ["another role", () => signed(genuine, {}, { role: "service_role" })],
  ["an end in the past", () => signed(genuine, {}, { exp: now - 1 })],
  ["no end", () => signed(genuine, {}, { exp: undefined })],
  ["an end that is no number", () => signed(genuine, {}, { exp: "never" })],
  ["a start in the future", () => signed(genuine, {}, { nbf: now + 60 })],
  ["no session", () => signed(genuine, {}, { session_id: undefined })],
  ["a session id that is no id", () => signed(genuine, {}, { session_id: "x' or 1=1" })],
  ["no subject", () => signed(genuine, {}, { sub: undefined })],
  ["a changed subject", () => `${part(0)}.${encode({ ...genuine.payload, sub: crypto.randomUUID() })}.${part(2)}`],
  ["a changed signature", () => `${part(0)}.${part(1)}.${part(2).startsWith("A") ? "B" : "A"}${part(2).slice(1)}`],
  ["nothing but dots", () => ".."],
  ["no JSON", () => "abc.def.ghi"],
];

test.each(forgeries)("S27: a token with %s is refused", async (_what, forge) => {
  const headers = { authorization: `Bearer ${await forge()}` };
  const product = await world.app.server.inject({ method: "GET", url: "/api/me/admin", headers });
  expect(product.statusCode).toBe(401);
  expect(product.json()).toMatchObject({ error: "unauthorized" });
  const user = await world.app.server.inject({ method: "GET", url: "/auth/v1/user", headers });
  expect(user.statusCode).toBe(403);
  expect(user.json()).toMatchObject({ error_code: "bad_jwt", msg: expect.stringMatching(/^invalid JWT/) });
});

test("S27: a token of somebody else's session does not borrow it", async () => {
  const other = await world.signedUp();
  const token = await signed(genuine, {}, { sub: other.userId });
  const headers = { authorization: `Bearer ${token}` };
  expect((await world.app.server.inject({ method: "GET", url: "/api/me/admin", headers })).statusCode).toBe(401);
});

test("the same token, untouched or signed anew by our key, is accepted", async () => {
  for (const token of [genuine.token, await signed(genuine, {})]) {
    for (const scheme of ["Bearer", "bearer"]) {
      const headers = { authorization: `${scheme} ${token}` };
      expect((await world.app.server.inject({ method: "GET", url: "/api/me/admin", headers })).statusCode).toBe(200);
    }
  }
});

test.each(["Basic a2FyYTpv", "Bearer", "Bearer a b", ""])("the header %j is no token", async (authorization) => {
  const answer = await world.app.server.inject({ method: "GET", url: "/auth/v1/user", headers: { authorization } });
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({
    error_code: "no_authorization",
    msg: expect.stringContaining("requires a valid Bearer token"),
  });
});

describe("verified tokens", () => {
  const kara = { userId: "kara", sessionId: "of kara" };
  const minute = 60_000;

  beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-04T12:00:00Z") }));
  afterEach(() => void vi.useRealTimers());

  function open(lifeMs = 60 * minute) {
    const expiresAt = Date.now() + lifeMs;
    const verify = vi.fn(async (token: string) => {
      if (token === "forged") return { problem: "token is not valid" };
      return Date.now() < expiresAt ? { owner: kara, expiresAt } : { problem: "token is expired" };
    });
    const tokens = createVerifiedTokens(verify);
    return { verify, read: (token: string) => tokens.read(token), invalidate: () => tokens.invalidate() };
  }

  test("a token is verified once in a minute, however often it is shown", async () => {
    const { verify, read } = open();
    for (let call = 0; call < 3; call++) expect(await read("hers")).toEqual(kara);
    expect(verify).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(minute);
    expect(await read("hers")).toEqual(kara);
    expect(verify).toHaveBeenCalledTimes(2);
  });

  test("a token that expires is refused at that moment", async () => {
    const { read } = open(1_000);
    await read("hers");
    vi.advanceTimersByTime(999);
    expect(await read("hers")).toEqual(kara);
    vi.advanceTimersByTime(1);
    expect(await read("hers")).toEqual({ problem: "token is expired" });
  });

  test("a token that is not valid is checked again, and says nothing about others", async () => {
    const { verify, read } = open();
    await read("hers");
    for (let call = 0; call < 2; call++) expect(await read("forged")).toEqual({ problem: "token is not valid" });
    expect(verify).toHaveBeenCalledTimes(3);
  });

  test("no more than 5,000 tokens are kept, and the oldest are verified again", async () => {
    const { verify, read } = open();
    for (let person = 0; person <= 5_000; person++) await read(`token ${person}`);
    verify.mockClear();
    await read("token 5000");
    expect(verify).not.toHaveBeenCalled();
    await read("token 0");
    expect(verify).toHaveBeenCalledTimes(1);
  });

  test("H2: after an invalidation every token is verified again, also one whose check was under way", async () => {
    const { verify, read, invalidate } = open();
    await read("hers");
    invalidate();
    await read("hers");
    expect(verify).toHaveBeenCalledTimes(2);

    const underWay = read("his");
    invalidate();
    await underWay;
    await read("his");
    expect(verify).toHaveBeenCalledTimes(4);
  });
});
