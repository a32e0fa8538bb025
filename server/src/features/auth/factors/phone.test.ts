import { afterAll, beforeAll, expect, test } from "vitest";
import { signInElsewhere, signUpClient } from "../../../testing/authenticator.ts";
import { type SmsWebhook, startSmsWebhook } from "../../../testing/sms-webhook.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let webhook: SmsWebhook;
let world: TestApp;
beforeAll(async () => {
  webhook = await startSmsWebhook();
  const env = { SMS_WEBHOOK_URL: webhook.url, SMS_WEBHOOK_SECRET: webhook.secret, AUTH_RATE_LIMITS: "on" };
  world = await createTestApp({ env });
});
afterAll(async () => {
  await world.close();
  await webhook.close();
});

type Client = Awaited<ReturnType<typeof signUpClient>>["client"];

let lastNumber = 15_112_345_000;
const newPhone = () => `+49${lastNumber++}`;

const enrollPhone = async (client: Client, phone: string, friendlyName = "Mine") => {
  const { data, error } = await client.mfa.enroll({ factorType: "phone", friendlyName, phone });
  if (error) throw error;
  return data;
};
const newestCode = () => /^(\d{6}) is your Clanhall code/.exec(webhook.received.at(-1)?.text ?? "")?.[1] ?? "";
const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");
const letLimitsPass = () => world.db.deleteFrom("auth_rate_limits").where("key", "like", "sms%").execute();

async function signUpWithPhone() {
  const person = await signUpClient(world);
  const phone = newPhone();
  const { id: factorId } = await enrollPhone(person.client, phone);
  const { data } = await person.client.mfa.challenge({ factorId });
  const verified = await person.client.mfa.verify({ factorId, challengeId: data?.id ?? "", code: newestCode() });
  if (verified.error) throw verified.error;
  await letLimitsPass();
  return { ...person, phone, factorId };
}

test("S21: a code goes to the phone, is kept as a hash, and lifts the session", async () => {
  const { client } = await signUpClient(world);
  const phone = newPhone();
  const typed = phone.replace(/^(\+49)(...)/, "$1 ($2) ");
  const factor = await enrollPhone(client, typed);
  expect(factor).toMatchObject({ type: "phone", friendly_name: "Mine", phone });
  const { data: challenge, error } = await client.mfa.challenge({ factorId: factor.id, channel: "sms" });
  expect(error).toBeNull();
  expect(challenge).toMatchObject({ type: "phone" });
  expect(webhook.received.at(-1)).toMatchObject({ to: phone, id: challenge?.id });

  const challengeId = challenge?.id ?? "";
  const row = await world.db.selectFrom("auth_challenges").selectAll().where("id", "=", challengeId).executeTakeFirst();
  expect(row?.code_hash).toHaveLength(32);
  expect(row?.code_hash?.toString("latin1")).not.toContain(newestCode());
  const verified = await client.mfa.verify({ factorId: factor.id, challengeId, code: ` ${newestCode()} ` });
  expect(verified.error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    currentAuthenticationMethods: [{ method: "mfa/phone" }, { method: "password" }],
  });
  expect(verified.data?.user.factors).toMatchObject([{ status: "verified", phone }]);
});

test("S21: a code answers only the challenge it was sent for, and only once", async () => {
  const { client, factorId } = await signUpWithPhone();
  const first = await client.mfa.challenge({ factorId });
  const code = newestCode();
  await letLimitsPass();
  const next = await client.mfa.challenge({ factorId });
  const hashOf = (id = "") => world.db.selectFrom("auth_challenges").select("code_hash").where("id", "=", id);
  const { code_hash } = await hashOf(first.data?.id).executeTakeFirstOrThrow();
  const nextId = next.data?.id ?? "";
  await world.db.updateTable("auth_challenges").set({ code_hash }).where("id", "=", nextId).execute();
  const verify = async (challengeId: string | undefined, typed: string) =>
    (await client.mfa.verify({ factorId, challengeId: challengeId ?? "", code: typed })).error;
  const wrong = { status: 422, code: "mfa_verification_failed", message: "Invalid MFA Phone code entered" };
  expect(await verify(nextId, code)).toMatchObject(wrong);
  expect(await verify(first.data?.id, otherThan(code))).toMatchObject(wrong);
  expect(await verify(first.data?.id, code)).toBeNull();
  expect(await verify(first.data?.id, code)).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
});

test("S21: a code works for ten minutes at most", async () => {
  const { client, factorId } = await signUpWithPhone();
  const { data } = await client.mfa.challenge({ factorId });
  const challenge = { factorId, challengeId: data?.id ?? "", code: newestCode() };
  const seconds = (data?.expires_at ?? Infinity) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeLessThanOrEqual(600);
  const over = { expires_at: new Date() };
  await world.db.updateTable("auth_challenges").set(over).where("id", "=", challenge.challengeId).execute();
  expect((await client.mfa.verify(challenge)).error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
});

test("S21: one message a minute and five an hour go to a number, whoever asks", async () => {
  const phone = newPhone();
  const [one, two] = [await signUpClient(world), await signUpClient(world)];
  const ofOne = await enrollPhone(one.client, phone);
  const ofTwo = await enrollPhone(two.client, phone);
  const letMinutePass = () => world.db.deleteFrom("auth_rate_limits").where("key", "like", "sms_gap:%").execute();
  const limited = { status: 429, code: "over_sms_send_rate_limit" };
  const sent = webhook.received.length;
  expect((await one.client.mfa.challenge({ factorId: ofOne.id })).error).toBeNull();
  expect((await two.client.mfa.challenge({ factorId: ofTwo.id })).error).toMatchObject(limited);
  for (let index = 0; index < 4; index++) {
    await letMinutePass();
    expect((await two.client.mfa.challenge({ factorId: ofTwo.id })).error).toBeNull();
  }
  await letMinutePass();
  expect((await one.client.mfa.challenge({ factorId: ofOne.id })).error).toMatchObject(limited);
  expect(webhook.received).toHaveLength(sent + 5);
});

test("one user cannot have messages sent to every number there is", async () => {
  const { client } = await signUpClient(world);
  const sent = webhook.received.length;
  for (let index = 0; index < 11; index++) {
    const { id } = await enrollPhone(client, newPhone());
    await client.mfa.challenge({ factorId: id });
    await client.mfa.unenroll({ factorId: id });
  }
  expect(webhook.received).toHaveLength(sent + 10);
});

test("a message that could not be sent leaves no challenge, and is no fault of ours", async () => {
  const { client } = await signUpClient(world);
  const { id } = await enrollPhone(client, newPhone());
  const { answer } = webhook;
  webhook.answer = (response) => void response.writeHead(500).end();
  const { error } = await client.mfa.challenge({ factorId: id });
  webhook.answer = answer;
  expect(error).toMatchObject({ status: 422, code: "sms_send_failed" });
  expect(await world.db.selectFrom("auth_challenges").select("id").where("factor_id", "=", id).execute()).toEqual([]);
});

test.each(["", "015112345678", "+49", "4915112345678", "+49 151 call me", "+999999999999"])(
  "%j is no phone number",
  async (phone) => {
    const { client } = await signUpClient(world);
    const { error } = await client.mfa.enroll({ factorType: "phone", friendlyName: "Mine", phone });
    const message = "Invalid phone number format (E.164 required)";
    expect(error).toMatchObject({ status: 400, code: "validation_failed", message });
  },
);

test("a number is a factor once", async () => {
  const { client, phone } = await signUpWithPhone();
  const { error } = await client.mfa.enroll({ factorType: "phone", friendlyName: "Same", phone });
  expect(error).toMatchObject({ status: 422, code: "mfa_verified_factor_exists" });
});

test("whatsapp is not a way we send", async () => {
  const { client, factorId } = await signUpWithPhone();
  const { error } = await client.mfa.challenge({ factorId, channel: "whatsapp" });
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("where messages can no longer be sent, a phone says so", async () => {
  const person = await signUpWithPhone();
  const silent = await createTestApp({ beside: world });
  const elsewhere = await signInElsewhere(silent, person);
  const { error } = await elsewhere.mfa.challenge({ factorId: person.factorId });
  expect(error).toMatchObject({ status: 422, code: "mfa_phone_verify_not_enabled" });
  await silent.close();
});
