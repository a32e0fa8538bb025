import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { openAuthClient } from "../../../testing/auth-client.ts";
import { signInElsewhere, signUpClient, signUpWithTotp } from "../../../testing/authenticator.ts";
import {
  createSoftwareAuthenticator,
  type Faults,
  inBrowserWith,
  type SoftwareAuthenticator,
} from "../../../testing/software-authenticator.ts";
import { createTestApp, sharedApp, type TestApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

type Client = ReturnType<typeof openAuthClient>;
type Options = Parameters<SoftwareAuthenticator["create"]>[0] & Parameters<SoftwareAuthenticator["get"]>[0];
type Registered = Parameters<Client["passkey"]["verifyRegistration"]>[0]["credential"];
interface Started {
  challenge_id: string;
  options: Options;
  expires_at: number;
}

const bearerOf = async (client: Client) => ({
  authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
});

const post = (url: string, payload: object = {}, headers = {}, app = world) =>
  app.app.server.inject({ method: "POST", url: `/auth/v1${url}`, payload, headers });

async function startRegistration(client: Client): Promise<Started> {
  const answer = await post("/passkeys/registration/options", {}, await bearerOf(client));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function startSignIn(): Promise<Started> {
  return (await post("/passkeys/authentication/options")).json();
}

/** Somebody who has just signed up and added a passkey. */
async function withPasskey(traits: Parameters<typeof createSoftwareAuthenticator>[0] = {}) {
  const person = await signUpClient(world);
  const authenticator = createSoftwareAuthenticator(traits);
  const { data, error } = await inBrowserWith(authenticator, () => person.client.registerPasskey());
  if (error) throw error;
  return { ...person, authenticator, passkeyId: data?.id ?? "" };
}

async function signInWith(authenticator: SoftwareAuthenticator, faults: Faults = {}, app = world) {
  const { challenge_id, options } = await startSignIn();
  return post(
    "/passkeys/authentication/verify",
    { challenge_id, credential: authenticator.get(options, faults) },
    {},
    app,
  );
}

const listMails = async (email: string) => {
  const rows = await world.db.selectFrom("mails").select("subject").where("recipient", "=", email).execute();
  return rows.map(({ subject }) => subject);
};
const listAudit = async (userId: string) => {
  const rows = await world.db.selectFrom("auth_audit").selectAll().where("user_id", "=", userId).execute();
  return rows.map(({ action, outcome }) => `${action} ${outcome}`);
};
const makeStale = (userId: string) =>
  world.db
    .updateTable("auth_sessions")
    .set({ proved_at: new Date(Date.now() - 301_000) })
    .where("user_id", "=", userId)
    .execute();

test("the client registers a passkey, signs in with it, renames it and deletes it", async () => {
  const aaguid = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";
  const { client, email, userId, authenticator, passkeyId } = await withPasskey({ aaguid, isSynced: true });
  const listed = await client.passkey.list();
  expect(listed.data).toEqual([
    { id: passkeyId, friendly_name: "iCloud Keychain", created_at: expect.any(String), backed_up: true },
  ]);

  const other = openAuthClient(world.app.server);
  const events: string[] = [];
  other.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await inBrowserWith(authenticator, () => other.signInWithPasskey());
  expect(error).toBeNull();
  expect(data?.session?.user).toMatchObject({ id: userId, email });
  expect(events).toContain("SIGNED_IN");
  const { data: level } = await other.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal2", currentAuthenticationMethods: [{ method: "passkey" }] });

  const renamed = await other.passkey.update({ passkeyId, friendlyName: "  My phone " });
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: "My phone", last_used_at: expect.any(String) });
  expect((await other.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await other.passkey.list()).data).toEqual([]);
  expect((await signInWith(authenticator)).json()).toMatchObject({ error_code: "webauthn_verification_failed" });
  expect(await listMails(email)).toEqual(["A passkey was added", "A passkey was removed"]);
  expect(await listAudit(userId)).toEqual(
    expect.arrayContaining(["passkey_created success", "passkey_updated success", "passkey_deleted success"]),
  );
});

test("the steps of the client work one by one, and the options are what passkeys need", async () => {
  const { client, userId, email } = await signUpClient(world);
  const authenticator = createSoftwareAuthenticator();
  const started = await client.passkey.startRegistration();
  expect(started.data?.options).toMatchObject({
    rp: { id: "localhost", name: "Clanhall" },
    user: { id: Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url"), name: email },
    attestation: "none",
    excludeCredentials: [],
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  expect((started.data?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290);
  const credential = authenticator.create(started.data?.options as unknown as Options);
  const challengeId = started.data?.challenge_id ?? "";
  const made = await client.passkey.verifyRegistration({ challengeId, credential: credential as Registered });
  expect(made.data).toMatchObject({ id: expect.any(String), friendly_name: "Passkey", created_at: expect.any(String) });

  const again = await startRegistration(client);
  expect(again.options.excludeCredentials).toMatchObject([{ id: credential.id, transports: ["internal"] }]);
  const asked = await openAuthClient(world.app.server).passkey.startAuthentication();
  expect(asked.data?.options).toMatchObject({ rpId: "localhost", allowCredentials: [], userVerification: "required" });
});

const wrong: [string, Faults][] = [
  ["another challenge", { challenge: Buffer.from("another").toString("base64url") }],
  ["another origin", { origin: "https://evil.example" }],
  ["another port of the host", { origin: "http://localhost:3001" }],
  ["another host", { rpId: "evil.example" }],
  ["nobody present", { isPresent: false }],
  ["nobody verified", { isVerified: false }],
];

test.each([...wrong, ["a use in place of a new key", { type: "webauthn.get" }], ["certificates", { format: "tpm" }]])(
  "S66: a new passkey with %s is refused, and its challenge is used up",
  async (_what, faults: Faults) => {
    const { client } = await signUpClient(world);
    const headers = await bearerOf(client);
    const { challenge_id, options } = await startRegistration(client);
    const authenticator = createSoftwareAuthenticator();
    const send = (fault: Faults) =>
      post(
        "/passkeys/registration/verify",
        { challenge_id, credential: authenticator.create(options, fault) },
        headers,
      );
    const refused = await send(faults);
    expect([refused.statusCode, refused.json().error_code]).toEqual([400, "webauthn_verification_failed"]);
    const late = await send({});
    expect([late.statusCode, late.json().error_code]).toEqual([400, "webauthn_challenge_not_found"]);
    expect((await client.passkey.list()).data).toEqual([]);
  },
);

test.each([
  ...wrong,
  ["a new key in place of a use", { type: "webauthn.create" }],
  ["another signature", { signature: Buffer.from("nothing of the kind") }],
  ["the handle of somebody else", { userHandle: Buffer.from(randomUUID()).toString("base64url") }],
  ["a key nobody has", { credentialId: Buffer.from("unknown").toString("base64url") }],
])("S66: a sign-in with %s is refused", async (_what, faults: Faults) => {
  const { authenticator } = await withPasskey();
  const refused = await signInWith(authenticator, faults);
  expect([refused.statusCode, refused.json().error_code]).toEqual([400, "webauthn_verification_failed"]);
  expect((await signInWith(authenticator)).statusCode).toBe(200);
});

test("S66: somebody's passkey does not open another account", async () => {
  const [victim, attacker] = [await withPasskey(), await withPasskey()];
  const id = victim.authenticator.keys[0]?.id ?? "";
  const handle = victim.authenticator.keys[0]?.userHandle ?? "";
  for (const faults of [{ credentialId: id }, { userHandle: handle }, { credentialId: id, userHandle: handle }]) {
    const refused = await signInWith(attacker.authenticator, faults);
    expect(refused.json().error_code).toBe("webauthn_verification_failed");
  }
});

test("a key that is known already is not registered again, by anybody", async () => {
  const { authenticator } = await withPasskey();
  const { client } = await signUpClient(world);
  const { challenge_id, options } = await startRegistration(client);
  const credentialId = authenticator.keys[0]?.id ?? "";
  const credential = createSoftwareAuthenticator().create(options, { credentialId });
  const answer = await post("/passkeys/registration/verify", { challenge_id, credential }, await bearerOf(client));
  expect([answer.statusCode, answer.json().error_code]).toEqual([422, "webauthn_credential_exists"]);
});

test("S67: a challenge is worth one try, within five minutes, for whoever asked for it", async () => {
  const { authenticator } = await withPasskey();
  const { challenge_id, options } = await startSignIn();
  const answer = { challenge_id, credential: authenticator.get(options) };
  expect((await post("/passkeys/authentication/verify", answer)).statusCode).toBe(200);
  const replayed = await post("/passkeys/authentication/verify", answer);
  expect([replayed.statusCode, replayed.json().error_code]).toEqual([400, "webauthn_challenge_not_found"]);

  const late = await startSignIn();
  const over = { expires_at: new Date(Date.now() - 1) };
  await world.db.updateTable("auth_webauthn_challenges").set(over).where("id", "=", late.challenge_id).execute();
  const expired = await post("/passkeys/authentication/verify", {
    challenge_id: late.challenge_id,
    credential: authenticator.get(late.options),
  });
  expect([expired.statusCode, expired.json().error_code]).toEqual([400, "webauthn_challenge_expired"]);

  const [one, other] = [await signUpClient(world), await signUpClient(world)];
  const begun = await startRegistration(one.client);
  const stolen = { challenge_id: begun.challenge_id, credential: createSoftwareAuthenticator().create(begun.options) };
  const elsewhere = await signInElsewhere(world, one);
  for (const client of [other.client, elsewhere]) {
    const refused = await post("/passkeys/registration/verify", stolen, await bearerOf(client));
    expect(refused.json().error_code).toBe("webauthn_challenge_not_found");
  }
});

test("S67: of twenty uses of one challenge at once, through two instances, one signs in", async () => {
  const { authenticator } = await withPasskey({ isSynced: true });
  const { challenge_id, options } = await startSignIn();
  const credential = authenticator.get(options);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      post("/passkeys/authentication/verify", { challenge_id, credential }, {}, turn % 2 ? world : second),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test("S68: a key whose counter does not go up has been copied: it is refused, and its owner learns of it", async () => {
  const { authenticator, userId, email } = await withPasskey();
  expect((await signInWith(authenticator, { counter: 7 })).statusCode).toBe(200);
  for (const counter of [7, 6, 1]) {
    const refused = await signInWith(authenticator, { counter });
    expect(refused.json().error_code).toBe("webauthn_verification_failed");
  }
  expect(await listAudit(userId)).toContain("passkey_counter failure");
  expect(await listMails(email)).toContain("A passkey or security key may have been copied");
  expect((await signInWith(authenticator, { counter: 8 })).statusCode).toBe(200);

  const synced = await withPasskey({ isSynced: true });
  for (let use = 0; use < 2; use++) expect((await signInWith(synced.authenticator)).statusCode).toBe(200);
});

test("S22: a passkey is added and deleted only after a recent proof", async () => {
  const { client, userId, passkeyId } = await withPasskey();
  await makeStale(userId);
  const needed = { status: 400, code: "reauthentication_needed" };
  expect((await client.passkey.startRegistration()).error).toMatchObject(needed);
  expect((await client.passkey.delete({ passkeyId })).error).toMatchObject(needed);
  expect((await client.passkey.list()).data).toHaveLength(1);
});

test("S10: where there is a second factor, a password alone touches no passkey, and a passkey needs no code", async () => {
  const person = await signUpWithTotp(world);
  const authenticator = createSoftwareAuthenticator();
  await inBrowserWith(authenticator, () => person.client.registerPasskey());
  const half = await signInElsewhere(world, person);
  const refused = { status: 403, code: "insufficient_aal" };
  expect((await half.passkey.list()).error).toMatchObject(refused);
  expect((await half.passkey.startRegistration()).error).toMatchObject(refused);
  const other = openAuthClient(world.app.server);
  await inBrowserWith(authenticator, () => other.signInWithPasskey());
  const me = await world.app.server.inject({ url: "/api/me/admin", headers: await bearerOf(other) });
  expect(me.statusCode).toBe(200);
});

test("S18: whoever has just used a passkey may choose a new password, and later needs the old one", async () => {
  const { authenticator, email, userId } = await withPasskey();
  const client = openAuthClient(world.app.server);
  await inBrowserWith(authenticator, () => client.signInWithPasskey());
  const password = `heron ${randomUUID()}`;
  expect((await client.updateUser({ password })).error).toBeNull();
  expect((await openAuthClient(world.app.server).signInWithPassword({ email, password })).error).toBeNull();
  const amr = JSON.stringify([{ method: "passkey", timestamp: Math.floor(Date.now() / 1000) - 301 }]);
  await world.db.updateTable("auth_sessions").set({ amr }).where("user_id", "=", userId).execute();
  const { error } = await client.updateUser({ password: `crane ${randomUUID()}` });
  expect(error).toMatchObject({ code: "current_password_required" });
});

test("the last way in stays, and an account has at most ten passkeys", async () => {
  const { client, userId, passkeyId, authenticator } = await withPasskey();
  await world.db.updateTable("users").set({ password_hash: null }).where("id", "=", userId).execute();
  expect((await client.passkey.delete({ passkeyId })).error).toMatchObject({
    status: 422,
    code: "single_identity_not_deletable",
  });
  for (let more = 1; more < 10; more++) {
    await inBrowserWith(createSoftwareAuthenticator(), () => client.registerPasskey());
  }
  expect((await client.passkey.startRegistration()).error).toMatchObject({ status: 422, code: "too_many_passkeys" });
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await signInWith(authenticator)).statusCode).toBe(400);
});

test("somebody suspended, unconfirmed or deleted is not let in by a passkey", async () => {
  const { authenticator, userId } = await withPasskey();
  const set = (values: { banned_until?: Date | null; email_confirmed_at?: Date | null; deleted_at?: Date }) =>
    world.db.updateTable("users").set(values).where("id", "=", userId).execute();
  const codeOf = async () => {
    const answer = await signInWith(authenticator);
    return [answer.statusCode, answer.json().error_code];
  };
  await set({ banned_until: new Date(Date.now() + 60_000) });
  expect(await codeOf()).toEqual([403, "user_banned"]);
  await set({ banned_until: null, email_confirmed_at: null });
  expect(await codeOf()).toEqual([403, "email_not_confirmed"]);
  await set({ email_confirmed_at: new Date(), deleted_at: new Date() });
  expect(await codeOf()).toEqual([400, "webauthn_verification_failed"]);
});

test("the admin client lists and deletes somebody's passkeys", async () => {
  const { userId, passkeyId, email } = await withPasskey();
  const admin = await openAdminClient(world);
  expect((await admin.api.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }]);
  expect((await admin.api.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
  expect((await admin.api.passkey.listPasskeys({ userId })).data).toEqual([]);
  expect(await listMails(email)).toContain("A passkey was removed");
  const unknown = await admin.api.passkey.deletePasskey({ userId, passkeyId });
  expect(unknown.error).toMatchObject({ status: 404 });
});

test("where passkeys are off, their calls lead nowhere", async () => {
  for (const env of [{ AUTH_PASSKEYS: "off" }, { PUBLIC_URL: "http://192.0.2.7" }] as Record<string, string>[]) {
    const off = await createTestApp({ beside: world, env });
    const answer = await post("/passkeys/authentication/options", {}, {}, off);
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "passkey_disabled"]);
    expect((await off.visitor.get("/auth/v1/settings")).json()).toMatchObject({ passkeys_enabled: false });
    expect((await off.visitor.get("/api/config")).json()).toMatchObject({ passkeys: false });
    await off.close();
  }
});

test("S20: a network asks for so many challenges and makes so many tries, and no more", async () => {
  const strict = await createTestApp({ env: { AUTH_RATE_LIMITS: "0.1" } });
  const statusOf = async (url: string, body: object = {}) => (await post(url, body, {}, strict)).statusCode;
  const asked = [];
  for (let call = 0; call < 7; call++) asked.push(await statusOf("/passkeys/authentication/options"));
  expect(asked).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const credential = createSoftwareAuthenticator();
  const { options } = await startSignIn();
  const { user } = { user: { id: Buffer.from("x").toString("base64url"), name: "x", displayName: "x" } };
  credential.create({ ...options, rp: { id: "localhost", name: "x" }, user, pubKeyCredParams: [] });
  const guess = { challenge_id: randomUUID(), credential: credential.get(options) };
  const tried = [];
  for (let call = 0; call < 4; call++) tried.push(await statusOf("/passkeys/authentication/verify", guess));
  expect(tried).toEqual([400, 400, 400, 429]);
  await strict.close();
});
