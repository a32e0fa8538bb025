import { createHash, randomUUID } from "node:crypto";
import { generateKeyPair, type JWTPayload, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Provider } from "../../../settings.ts";
import { openAuthClient } from "../../../testing/auth-client.ts";
import { openBrowser, readLocation } from "../../../testing/browser.ts";
import { type Forgery, startForgingIssuer } from "../../../testing/forging-issuer.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let issuer: Awaited<ReturnType<typeof startForgingIssuer>>;
let other: Awaited<ReturnType<typeof startForgingIssuer>>;
let world: TestApp;

beforeAll(async () => {
  issuer = await startForgingIssuer("clanhall");
  other = await startForgingIssuer("clanhall");
  world = await createTestApp({ providers: [toProvider("oidc", issuer.issuer), toProvider("google", other.issuer)] });
});
afterAll(async () => {
  await world.close();
  await issuer.close();
  await other.close();
});

function toProvider(key: "oidc" | "google", address: string): Provider {
  return { key, name: key, issuer: address, clientId: "clanhall", clientSecret: "a secret" };
}

const without = (claims: JWTPayload, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const aliensKey = async () => (await generateKeyPair("RS256")).privateKey;

/** Each way to spoil a token; an honest one is tested below. */
const forgeries: [name: string, forge: (forgery: Forgery) => Promise<string> | string][] = [
  ["of another issuer", ({ sign, claims }) => sign({ ...claims, iss: "https://evil.example" })],
  ["without a signature", ({ claims }) => new UnsecuredJWT(claims).encode()],
  ["whose signature was cut off", async ({ sign, claims }) => (await sign(claims)).replace(/[^.]+$/, "")],
  [
    "whose claims were changed after signing",
    async ({ sign, claims }) => {
      const [header, , signature] = (await sign(claims)).split(".");
      return [header, Buffer.from(JSON.stringify({ ...claims, sub: "root" })).toString("base64url"), signature].join(
        ".",
      );
    },
  ],
  [
    "signed with the public key as a secret",
    ({ sign, claims, publicPem }) => sign(claims, { alg: "HS256" }, Buffer.from(publicPem)),
  ],
  [
    "signed with our own secret",
    ({ sign, claims }) => sign(claims, { alg: "HS256" }, Buffer.from("a secret".padEnd(32, "x"))),
  ],
  ["signed with another key", async ({ sign, claims }) => sign(claims, {}, await aliensKey())],
  ["signed with a key nobody knows", async ({ sign, claims }) => sign(claims, { kid: "two" }, await aliensKey())],
  ["for another client", ({ sign, claims }) => sign({ ...claims, aud: "another" })],
  [
    "for several clients, issued to another",
    ({ sign, claims }) => sign({ ...claims, aud: ["clanhall", "another"], azp: "another" }),
  ],
  ["with an old nonce", ({ sign, claims }) => sign({ ...claims, nonce: "n".repeat(43) })],
  ["without a nonce", ({ sign, claims }) => sign(without(claims, "nonce"))],
  ["that has expired", ({ sign, claims }) => sign({ ...claims, iat: 1_000, exp: 2_000 })],
  ["that never expires", ({ sign, claims }) => sign(without(claims, "exp"))],
  ["without a subject", ({ sign, claims }) => sign(without(claims, "sub"))],
  ["with a subject nobody could keep", ({ sign, claims }) => sign({ ...claims, sub: "a\0b" })],
  ["that is no token", () => "not.a.token"],
];

async function returnFrom(provider: "oidc" | "google", agree = issuer.agree) {
  const browser = openBrowser(world.app.server);
  const start = await browser.visit(`/auth/v1/authorize?provider=${provider}&redirect_to=/login`);
  return readLocation(await browser.visit(agree(start.headers.location)));
}

test("an honest token signs somebody in", async () => {
  issuer.forgeWith(({ sign, claims }) => sign(claims));
  expect((await returnFrom("oidc")).fragment).toHaveProperty("access_token");
});

test.each(forgeries)("S24: a token %s signs nobody in", async (_name, forge) => {
  issuer.forgeWith(forge);
  const { page, query, fragment } = await returnFrom("oidc");
  expect(page).toBe("http://localhost:3000/login");
  expect(query).toMatchObject({ error: "access_denied", error_code: "bad_oauth_callback" });
  expect(fragment).not.toHaveProperty("access_token");
});

test("S24: a token that does not say its address is verified neither links nor signs up", async () => {
  const person = await world.signedUp();
  for (const email_verified of [false, "false", 1, null, undefined]) {
    issuer.forgeWith(({ sign, claims }) => sign({ ...claims, email: person.email, email_verified }));
    const { query } = await returnFrom("oidc");
    expect(query, String(email_verified)).toMatchObject({ error_code: "provider_email_needs_verification" });
  }
});

test("S24: one provider's answer does not do for another's", async () => {
  other.forgeWith(({ sign, claims }) => sign({ ...claims, iss: issuer.issuer }));
  expect((await returnFrom("google", other.agree)).query).toMatchObject({ error_code: "bad_oauth_callback" });

  const browser = openBrowser(world.app.server);
  const start = await browser.visit("/auth/v1/authorize?provider=google&redirect_to=/login");
  issuer.forgeWith(({ sign, claims }) => sign(claims));
  const mixedUp = readLocation(await browser.visit(issuer.agree(start.headers.location)));
  expect(mixedUp.query).toMatchObject({ error_code: "bad_oauth_callback" });
});

test("S24: the same subject at two providers is two people", async () => {
  const sub = randomUUID();
  for (const { forgeWith } of [issuer, other]) forgeWith(({ sign, claims }) => sign({ ...claims, sub }));
  const [one, two] = [await returnFrom("oidc"), await returnFrom("google", other.agree)];
  const [first, second] = await Promise.all([one, two].map(({ fragment }) => readUser(fragment["access_token"])));
  expect(first).toEqual(expect.any(String));
  expect(second).not.toBe(first);
});

async function readUser(token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.app.server.inject({ url: "/auth/v1/user", headers });
  return answer.json<{ id?: string }>().id;
}

const signInWith = (token: string, nonce?: string, provider = "oidc") =>
  openAuthClient(world.app.server).signInWithIdToken({ provider, token, ...(nonce && { nonce }) });

test("a client signs in with a token it fetched by itself, its nonce plain or hashed", async () => {
  const nonce = randomUUID();
  const claims = issuer.toClaims(nonce);
  const plain = await signInWith(await issuer.sign(claims), nonce);
  expect(plain).toMatchObject({ error: null, data: { user: { identities: [{ id: claims.sub, provider: "oidc" }] } } });
  const hash = createHash("sha256").update(nonce).digest("hex");
  const hashed = await signInWith(await issuer.sign({ ...claims, nonce: hash }), nonce);
  expect(hashed.data.user?.id).toBe(plain.data.user?.id);
  const none = await signInWith(await issuer.sign(without(claims, "nonce")));
  expect(none.data.user?.id).toBe(plain.data.user?.id);
});

test.each(forgeries.filter(([name]) => name !== "without a nonce"))(
  "S24: a fetched token %s signs nobody in",
  async (_name, forge) => {
    const nonce = randomUUID();
    const { sign, publicPem } = issuer;
    const claims = issuer.toClaims(nonce);
    const token = await forge({ issuer: issuer.issuer, clientId: "clanhall", claims, sign, publicPem });
    const { error } = await signInWith(token, nonce);
    expect(error).toMatchObject({ status: 400, code: "bad_oauth_callback" });
  },
);

test("S24: a fetched token and its nonce come together or not at all", async () => {
  const claims = issuer.toClaims(randomUUID());
  const token = await issuer.sign(claims);
  expect((await signInWith(token)).error).toMatchObject({ code: "bad_oauth_callback" });
  const bare = await issuer.sign(without(claims, "nonce"));
  expect((await signInWith(bare, "anything")).error).toMatchObject({ code: "bad_oauth_callback" });
});

test("L8: a fetched token signs in once, also when it comes again at the same moment or under another signature", async () => {
  const nonce = randomUUID();
  const claims = issuer.toClaims(nonce);
  const used = { status: 400, code: "bad_oauth_callback", message: "The id_token was used before" };
  for (const more of [{}, { jti: randomUUID() }]) {
    const token = await issuer.sign({ ...claims, ...more });
    const errors = (await Promise.all([1, 2, 3].map(() => signInWith(token, nonce)))).map(({ error }) => error);
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    for (const error of errors.filter((one) => one !== null)) expect(error).toMatchObject(used);
    expect((await signInWith(token, nonce)).error).toMatchObject(used);
  }
  const jti = randomUUID();
  expect((await signInWith(await issuer.sign({ ...claims, jti }), nonce)).error).toBeNull();
  const again = await issuer.sign({ ...claims, jti, exp: Number(claims.exp) + 1 });
  expect((await signInWith(again, nonce)).error).toMatchObject(used);
});

test("S24: a fetched token counts only at its own provider, and only where there is one", async () => {
  const nonce = randomUUID();
  const token = await issuer.sign(issuer.toClaims(nonce));
  expect((await signInWith(token, nonce, "google")).error).toMatchObject({ code: "bad_oauth_callback" });
  for (const provider of ["discord", "apple", ""]) {
    const { error } = await signInWith(token, nonce, provider);
    expect(error, provider).toMatchObject({ status: 400, code: "provider_disabled" });
  }
});

test("a fetched token with an address that is not verified is refused, and so is linking by one", async () => {
  const nonce = randomUUID();
  const token = await issuer.sign({ ...issuer.toClaims(nonce), email_verified: false });
  expect((await signInWith(token, nonce)).error).toMatchObject({ code: "provider_email_needs_verification" });
  const answer = await world.visitor.send("POST", "/auth/v1/token?grant_type=id_token", {
    provider: "oidc",
    id_token: token,
    link_identity: true,
  });
  expect(answer.json()).toMatchObject({ error_code: "validation_failed" });
});
