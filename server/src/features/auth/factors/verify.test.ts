import { afterAll, beforeAll, expect, test } from "vitest";
import { TOTP } from "otpauth";
import type { openAuthClient } from "../../../testing/auth-client.ts";
import {
  enrollTotp,
  letNextCodeCome,
  signInElsewhere,
  signUpClient,
  signUpWithTotp,
  wrongCodeOf,
} from "../../../testing/authenticator.ts";
import { createTestApp, sharedApp, type TestApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

type Client = ReturnType<typeof openAuthClient>;

const challengeOf = async (client: Client, factorId: string) =>
  (await client.mfa.challenge({ factorId })).data?.id ?? "";
const tokenOf = async (client: Client) => (await client.getSession()).data.session;
const askProduct = async (client: Client) => {
  const authorization = `Bearer ${(await tokenOf(client))?.access_token}`;
  return world.app.server.inject({ method: "GET", url: "/api/me/admin", headers: { authorization } });
};
const refreshWith = async (refresh_token: string | undefined) => {
  const answer = await world.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  return answer.json<{ error_code?: string }>();
};
const listAudit = (userId: string) =>
  world.db.selectFrom("auth_audit").selectAll().where("user_id", "=", userId).orderBy("at").execute();
const listMails = async (email: string) => {
  const rows = await world.db.selectFrom("mails").selectAll().where("recipient", "=", email).execute();
  return rows.map(({ subject }) => subject);
};

test("a right code verifies the factor and upgrades the session, and the user gets a mail", async () => {
  const { client, userId, email } = await signUpClient(world);
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const { factorId, code } = await enrollTotp(client);
  const challenge = await client.mfa.challenge({ factorId });
  expect(challenge.data).toMatchObject({ type: "totp" });
  expect((challenge.data?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290);
  const typed = code().replace(/^.../, "$& ");
  const { data, error } = await client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? "", code: typed });
  expect(error).toBeNull();
  expect(data?.user.factors).toMatchObject([{ id: factorId, status: "verified" }]);
  expect(events).toContain("MFA_CHALLENGE_VERIFIED");
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  expect(level?.currentAuthenticationMethods).toMatchObject([{ method: "totp" }, { method: "password" }]);
  expect((await askProduct(client)).statusCode).toBe(200);
  expect(await listMails(email)).toEqual(["A new way to sign in was added"]);
  const actions = (await listAudit(userId)).map(({ action, outcome }) => `${action} ${outcome}`);
  expect(actions.slice(2).toSorted()).toEqual([
    "challenge_created success",
    "factor_in_progress success",
    "factor_updated success",
    "verification_attempted success",
  ]);
});

test("a new factor signs out every device that has not proved one, and drops what was begun beside it", async () => {
  const person = await signUpClient(world);
  const elsewhere = await signInElsewhere(world, person);
  await enrollTotp(person.client, "Given up");
  const { factorId, code } = await enrollTotp(person.client);
  await person.client.mfa.challengeAndVerify({ factorId, code: code() });
  expect((await elsewhere.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  expect((await person.client.mfa.listFactors()).data?.all).toMatchObject([{ id: factorId }]);
});

test("S10: half a sign-in reaches nothing of the product, a code opens it, and removing the factor too", async () => {
  const person = await signUpWithTotp(world);
  await world.db.insertInto("app_admins").values({ user_id: person.userId, note: null }).execute();
  const elsewhere = await signInElsewhere(world, person);
  const half = await askProduct(elsewhere);
  expect([half.statusCode, half.json()]).toMatchObject([403, { error: "mfa_required" }]);
  expect((await elsewhere.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  await person.client.mfa.unenroll({ factorId: person.factorId });
  await elsewhere.refreshSession();
  expect((await askProduct(elsewhere)).statusCode).toBe(200);
});

test("a refresh token from before the code is refused even inside the reuse window, and keeps aal2 otherwise", async () => {
  const person = await signUpWithTotp(world);
  const elsewhere = await signInElsewhere(world, person);
  const before = (await tokenOf(elsewhere))?.refresh_token;
  await elsewhere.mfa.challengeAndVerify({ factorId: person.factorId, code: person.code() });
  expect(await refreshWith(before)).toMatchObject({ error_code: "refresh_token_already_used" });
  const { error } = await elsewhere.refreshSession();
  expect(error).toBeNull();
  expect((await elsewhere.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");
});

test("a wrong code is refused and recorded, and the right one still counts", async () => {
  const person = await signUpWithTotp(world);
  const { client, factorId, secret, code, userId } = person;
  const challengeId = await challengeOf(client, factorId);
  for (const wrong of [wrongCodeOf(secret), "", "١٢٣٤٥٦", "not a code"]) {
    expect((await client.mfa.verify({ factorId, challengeId, code: wrong })).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
      message: "Invalid TOTP code entered",
    });
  }
  expect((await client.mfa.verify({ factorId, challengeId, code: code() })).error).toBeNull();
  const failures = (await listAudit(userId)).filter(({ outcome }) => outcome === "failure");
  expect(failures).toHaveLength(4);
  expect(failures[0]).toMatchObject({ action: "verification_attempted", traits: { factor_id: factorId } });
});

test("S20: five wrong codes use a challenge up", async () => {
  const { client, factorId, secret, code } = await signUpWithTotp(world);
  const challengeId = await challengeOf(client, factorId);
  for (let index = 0; index < 5; index++) {
    const { error } = await client.mfa.verify({ factorId, challengeId, code: wrongCodeOf(secret) });
    expect(error).toMatchObject({ code: "mfa_verification_failed" });
  }
  expect((await client.mfa.verify({ factorId, challengeId, code: code() })).error).toMatchObject({
    status: 422,
    code: "mfa_challenge_expired",
  });
  expect((await client.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
});

test("S19: of twenty tries with the same code through two instances one succeeds, in one session or in many", async () => {
  const person = await signUpWithTotp(world);
  const { factorId, code } = person;
  const through = (index: number) => (index % 2 ? second : world);
  const others = await Promise.all(Array.from({ length: 20 }, (_, index) => signInElsewhere(through(index), person)));
  const shared = await challengeOf(person.client, factorId);
  const mine = others.map(() => ({ client: person.client, challengeId: shared }));
  const theirs = await Promise.all(
    others.map(async (client) => ({ client, challengeId: await challengeOf(client, factorId) })),
  );
  for (const tries of [mine, theirs]) {
    await letNextCodeCome(world.db, factorId);
    const typed = code();
    const answers = await Promise.all(
      tries.map(({ client, challengeId }) => client.mfa.verify({ factorId, challengeId, code: typed })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.status === 422)).toHaveLength(19);
  }
});

test("S19: a code that was used is worth nothing in another session, nor is one from before it", async () => {
  const person = await signUpWithTotp(world);
  const { factorId, secret } = person;
  const elsewhere = await signInElsewhere(world, person);
  const codeNear = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const used = codeNear(1);
  expect((await person.client.mfa.challengeAndVerify({ factorId, code: used })).error).toBeNull();
  for (const stale of [used, codeNear(0)]) {
    expect((await elsewhere.mfa.challengeAndVerify({ factorId, code: stale })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  }
});

test("a challenge counts for its own session and factor, once, and for five minutes", async () => {
  const person = await signUpWithTotp(world);
  const { client, factorId, code } = person;
  const other = await enrollTotp(client, "Second phone");
  const elsewhere = await signInElsewhere(world, person);
  const expired = { status: 422, code: "mfa_challenge_expired" };
  const mine = await challengeOf(client, factorId);
  const verify = async (by: Client, challengeId: string) =>
    (await by.mfa.verify({ factorId, challengeId, code: code() })).error;

  expect(await verify(elsewhere, mine)).toMatchObject(expired);
  expect(await verify(client, await challengeOf(client, other.factorId))).toMatchObject(expired);
  expect(await verify(client, crypto.randomUUID())).toMatchObject(expired);
  expect(await verify(client, mine)).toBeNull();
  await letNextCodeCome(world.db, factorId);
  expect(await verify(client, mine)).toMatchObject(expired);
  const late = await challengeOf(client, factorId);
  await world.db.updateTable("auth_challenges").set({ expires_at: new Date() }).where("id", "=", late).execute();
  expect(await verify(client, late)).toMatchObject(expired);
  expect(await verify(client, "no id")).toMatchObject({ status: 400, code: "validation_failed" });
});

test("a stranger's factor is not found, by whatever call", async () => {
  const { factorId } = await signUpWithTotp(world);
  const other = await signUpWithTotp(world);
  const missing = { status: 404, code: "mfa_factor_not_found" };
  for (const id of [factorId, crypto.randomUUID(), "0'", "%00"]) {
    const challengeId = crypto.randomUUID();
    const at = encodeURIComponent(id);
    expect((await other.client.mfa.challenge({ factorId: at })).error).toMatchObject(missing);
    expect((await other.client.mfa.verify({ factorId: at, challengeId, code: "123456" })).error).toMatchObject(missing);
    expect((await other.client.mfa.unenroll({ factorId: at })).error).toMatchObject(missing);
  }
});

test("somebody whose session ended, or who is deleted or suspended, cannot use a code", async () => {
  const person = await signUpWithTotp(world);
  const { client, factorId, code, userId } = person;
  const challengeId = await challengeOf(client, factorId);
  const verify = async () => (await client.mfa.verify({ factorId, challengeId, code: code() })).error;
  const setUser = (values: object) => world.db.updateTable("users").set(values).where("id", "=", userId).execute();
  await setUser({ banned_until: new Date(Date.now() + 60_000) });
  expect(await verify()).toMatchObject({ status: 403, code: "user_banned" });
  await setUser({ banned_until: null, deleted_at: new Date() });
  expect(await verify()).toMatchObject({ status: 403, code: "user_not_found" });
  await setUser({ deleted_at: null });
  await world.db.deleteFrom("auth_sessions").where("user_id", "=", userId).execute();
  expect(await verify()).toMatchObject({ name: "AuthSessionMissingError" });
});
