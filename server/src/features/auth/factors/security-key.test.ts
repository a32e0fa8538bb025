import { expect, test } from "vitest";
import type { openAuthClient } from "../../../testing/auth-client.ts";
import { signInElsewhere, signUpClient, signUpWithTotp } from "../../../testing/authenticator.ts";
import {
  createSoftwareAuthenticator,
  type Faults,
  inBrowserWith,
  type SoftwareAuthenticator,
} from "../../../testing/software-authenticator.ts";
import { createTestApp, sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

type Client = ReturnType<typeof openAuthClient>;
type Options = Parameters<SoftwareAuthenticator["create"]>[0] & Parameters<SoftwareAuthenticator["get"]>[0];

async function send(client: Client, path: string, payload: object, method: "POST" | "DELETE" = "POST") {
  const authorization = `Bearer ${(await client.getSession()).data.session?.access_token}`;
  return world.app.server.inject({ method, url: `/auth/v1/factors${path}`, payload, headers: { authorization } });
}

async function enroll(client: Client, friendlyName = "Blue key") {
  const { data, error } = await client.mfa.enroll({ factorType: "webauthn", friendlyName });
  if (error) throw error;
  return data;
}

interface Asked {
  id: string;
  type: string;
  expires_at: number;
  webauthn: { type: "create" | "request"; credential_options: { publicKey: Options } };
}

async function challenge(client: Client, factorId: string): Promise<Asked> {
  const answer = await send(client, `/${factorId}/challenge`, {
    factorId,
    webauthn: { rpId: "evil.example", rpOrigins: ["https://evil.example"] },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function verify(client: Client, factorId: string, authenticator: SoftwareAuthenticator, faults: Faults = {}) {
  const asked = await challenge(client, factorId);
  return answerWith(client, factorId, asked, authenticator, faults);
}

function answerWith(
  client: Client,
  factorId: string,
  { id, webauthn }: Asked,
  authenticator: SoftwareAuthenticator,
  faults: Faults = {},
) {
  const { publicKey } = webauthn.credential_options;
  const credential_response =
    webauthn.type === "create" ? authenticator.create(publicKey, faults) : authenticator.get(publicKey, faults);
  const answer = { type: webauthn.type, rpId: "localhost", rpOrigins: ["http://localhost:3000"], credential_response };
  return send(client, `/${factorId}/verify`, { challenge_id: id, webauthn: answer });
}

/** Somebody whose account asks for a security key, which keeps no passkey and asks for no PIN. */
async function withSecurityKey() {
  const person = await signUpClient(world);
  const authenticator = createSoftwareAuthenticator({ isVerified: false });
  const { id: factorId } = await enroll(person.client);
  const answer = await verify(person.client, factorId, authenticator);
  expect(answer.statusCode, answer.body).toBe(200);
  await person.client.setSession(answer.json());
  return { ...person, authenticator, factorId };
}

test("a security key is added, asked for at the next sign-in, and removed", async () => {
  const { client, email, password, authenticator, factorId } = await withSecurityKey();
  const factors = (await client.mfa.listFactors()).data;
  expect(factors?.all).toMatchObject([{ id: factorId, factor_type: "webauthn", status: "verified" }]);

  const other = await signInElsewhere(world, { email, password });
  expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  const { error } = await inBrowserWith(authenticator, () => other.mfa.webauthn.authenticate({ factorId }));
  expect(error).toBeNull();
  const { data: level } = await other.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal2" });
  expect(level?.currentAuthenticationMethods).toMatchObject([{ method: "mfa/webauthn" }, { method: "password" }]);
  expect((await other.mfa.unenroll({ factorId })).error).toBeNull();
  await other.refreshSession();
  expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
  const left = world.db.selectFrom("auth_webauthn_credentials").select("id").where("factor_id", "=", factorId);
  expect(await left.execute()).toEqual([]);
});

test("the client's own way to register a key works too", async () => {
  const { client } = await signUpClient(world);
  const authenticator = createSoftwareAuthenticator();
  const { error } = await inBrowserWith(authenticator, () => client.mfa.webauthn.register({ friendlyName: "Key" }));
  expect(error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toMatchObject([{ friendly_name: "Key", status: "verified" }]);
});

test("the options name our own host, whatever the client says, and the key that is meant", async () => {
  const { client, authenticator, factorId } = await withSecurityKey();
  const asked = await challenge(client, factorId);
  expect(asked).toMatchObject({
    type: "webauthn",
    webauthn: {
      type: "request",
      credential_options: {
        publicKey: {
          rpId: "localhost",
          userVerification: "preferred",
          allowCredentials: [{ id: authenticator.keys[0]?.id }],
        },
      },
    },
  });
  const { id } = await enroll(client, "Second key");
  expect((await challenge(client, id)).webauthn).toMatchObject({
    type: "create",
    credential_options: {
      publicKey: {
        rp: { id: "localhost" },
        attestation: "none",
        authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
        excludeCredentials: [{ id: authenticator.keys[0]?.id }],
      },
    },
  });
});

test.each<[string, Faults]>([
  ["another challenge", { challenge: Buffer.from("another").toString("base64url") }],
  ["another origin", { origin: "https://evil.example" }],
  ["another host", { rpId: "evil.example" }],
  ["nobody present", { isPresent: false }],
  ["another signature", { signature: Buffer.from("nothing of the kind") }],
  ["another key", { credentialId: Buffer.from("unknown").toString("base64url") }],
  ["a counter that does not go up", { counter: 1 }],
])("S66, S67: %s proves nothing, and the challenge is used up", async (_what, faults) => {
  const { email, password, authenticator, factorId } = await withSecurityKey();
  const half = await signInElsewhere(world, { email, password });
  const asked = await challenge(half, factorId);
  const refused = await answerWith(half, factorId, asked, authenticator, faults);
  expect([refused.statusCode, refused.json().error_code]).toEqual([422, "mfa_verification_failed"]);
  const again = await answerWith(half, factorId, asked, authenticator);
  expect([again.statusCode, again.json().error_code]).toEqual([422, "mfa_challenge_expired"]);
  expect((await verify(half, factorId, authenticator)).statusCode).toBe(200);
});

test("S20: ten wrong answers are all that a key bears in a quarter of an hour", async () => {
  const { email, password, authenticator, factorId } = await withSecurityKey();
  const half = await signInElsewhere(world, { email, password });
  await world.db.deleteFrom("auth_rate_limits").where("key", "like", `%${factorId}%`).execute();
  const strict = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "1" } });
  const authorization = `Bearer ${(await half.getSession()).data.session?.access_token}`;
  const codes: unknown[] = [];
  for (let turn = 0; turn < 11; turn++) {
    const { id, webauthn } = await challenge(half, factorId);
    const faults = { signature: Buffer.from("nothing of the kind") };
    const credential_response = authenticator.get(webauthn.credential_options.publicKey, faults);
    const payload = { challenge_id: id, webauthn: { type: "request", credential_response } };
    const url = `/auth/v1/factors/${factorId}/verify`;
    const answer = await strict.app.server.inject({ method: "POST", url, payload, headers: { authorization } });
    codes.push(answer.json().error_code);
  }
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "mfa_verification_failed"));
  expect(codes[10]).toBe("mfa_verification_rejected");
  await strict.close();
});

test("S67: a challenge belongs to its session and its factor, and a code is no answer of a key", async () => {
  const person = await withSecurityKey();
  const { client, authenticator, factorId } = person;
  const asked = await challenge(client, factorId);
  const other = await signInElsewhere(world, person);
  const stolen = await answerWith(other, factorId, asked, authenticator);
  expect(stolen.json().error_code).toBe("mfa_challenge_expired");
  const code = await send(client, `/${factorId}/verify`, { challenge_id: asked.id, code: "123456" });
  expect([code.statusCode, code.json().error_code]).toEqual([400, "validation_failed"]);
  const totp = await signUpWithTotp(world);
  const webauthn = { type: "request", credential_response: {} };
  const key = await send(totp.client, `/${totp.factorId}/verify`, { challenge_id: asked.id, webauthn });
  expect([key.statusCode, key.json().error_code]).toEqual([400, "validation_failed"]);
});

test("S66: the key of a factor is no passkey", async () => {
  const { authenticator } = await withSecurityKey();
  const begun = await world.visitor.send("POST", "/auth/v1/passkeys/authentication/options", {});
  const { challenge_id, options } = begun.json<{ challenge_id: string; options: Options }>();
  const credential = authenticator.get(options, { isVerified: true });
  const answer = await world.visitor.send("POST", "/auth/v1/passkeys/authentication/verify", {
    challenge_id,
    credential,
  });
  expect(answer.json().error_code).toBe("webauthn_verification_failed");
});

test("where passkeys are off, no security key is added", async () => {
  const off = await createTestApp({ beside: world, env: { AUTH_PASSKEYS: "off" } });
  const { client } = await signUpClient(off);
  const { error } = await client.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" });
  expect(error).toMatchObject({ status: 422, code: "mfa_webauthn_enroll_not_enabled" });
  await off.close();
});
