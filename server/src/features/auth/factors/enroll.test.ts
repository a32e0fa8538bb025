import { expect, test } from "vitest";
import { openAuthClient } from "../../../testing/auth-client.ts";
import { enrollTotp, signInElsewhere, signUpClient, signUpWithTotp } from "../../../testing/authenticator.ts";
import { listMails } from "../../../testing/mailbox.ts";
import { createTestApp, sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const totp = (friendlyName = "Pocket phone") => ({ factorType: "totp", friendlyName }) as const;

test("an authenticator app is offered as picture, secret and address, and is unverified until its first code", async () => {
  const { client, email } = await signUpClient(world);
  const { data, error } = await client.mfa.enroll({ ...totp(), issuer: "Night Owls" });
  expect(error).toBeNull();
  expect(data).toMatchObject({ type: "totp", friendly_name: "Pocket phone" });
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
  expect(data?.totp.uri).toContain(`otpauth://totp/Night%20Owls:${encodeURIComponent(email)}?issuer=Night%20Owls&`);
  expect(data?.totp.uri).toContain(`secret=${data?.totp.secret}`);
  const { data: factors } = await client.mfa.listFactors();
  expect(factors?.all).toMatchObject([{ id: data?.id, factor_type: "totp", status: "unverified" }]);
  expect(factors?.totp).toEqual([]);
  expect(JSON.stringify(factors)).not.toContain(data?.totp.secret);
});

test("S19: the secret is not in the database in clear", async () => {
  const { client } = await signUpClient(world);
  const { factorId, secret } = await enrollTotp(client);
  const row = await world.db.selectFrom("auth_factors").selectAll().where("id", "=", factorId).executeTakeFirst();
  expect(row?.sealed_secret?.length).toBeGreaterThan(32);
  expect(row?.sealed_secret?.toString("latin1")).not.toContain(secret);
  expect(JSON.stringify(await world.db.selectFrom("auth_audit").selectAll().execute())).not.toContain(secret);
});

test("two factors of a user have two names, and no name is a name", async () => {
  const { client } = await signUpClient(world);
  for (const name of ["", "Zo\u00eb"]) {
    await enrollTotp(client, name);
    const { error } = await client.mfa.enroll(totp(name === "" ? "" : " Zoe\u0308 "));
    expect(error).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
  }
});

test.each(["x".repeat(61), "two\nlines", "bell\u0007", "half \ud800"])("%j is no name", async (friendlyName) => {
  const { client } = await signUpClient(world);
  const { error } = await client.mfa.enroll(totp(friendlyName));
  expect(error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("ten factors are the most", async () => {
  const { client } = await signUpClient(world);
  for (let index = 0; index < 10; index++) await enrollTotp(client, `Device ${index}`);
  expect((await client.mfa.enroll(totp("Device 10"))).error).toMatchObject({
    status: 422,
    code: "too_many_enrolled_mfa_factors",
  });
});

test("a factor that got no code within five minutes is dropped", async () => {
  const { client, userId } = await signUpClient(world);
  const { factorId, code } = await enrollTotp(client);
  const challenge = await client.mfa.challenge({ factorId });
  await world.db
    .updateTable("auth_factors")
    .set({ created_at: minutesAgo(6) })
    .where("id", "=", factorId)
    .execute();
  const verified = await client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? "", code: code() });
  expect(verified.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  const again = await enrollTotp(client);
  const rows = await world.db.selectFrom("auth_factors").select("id").where("user_id", "=", userId).execute();
  expect(rows).toEqual([{ id: again.factorId }]);
});

test("S22: a sign-in of more than five minutes ago is not enough to add a factor", async () => {
  const { client, userId } = await signUpClient(world);
  await world.db
    .updateTable("auth_sessions")
    .set({ proved_at: minutesAgo(6) })
    .where("user_id", "=", userId)
    .execute();
  expect((await client.mfa.enroll(totp())).error).toMatchObject({ status: 400, code: "reauthentication_needed" });
});

test("whoever has a factor needs it to add another", async () => {
  const person = await signUpWithTotp(world);
  const elsewhere = await signInElsewhere(world, person);
  expect((await elsewhere.mfa.enroll(totp("Another"))).error).toMatchObject({ status: 403, code: "insufficient_aal" });
  expect((await person.client.mfa.enroll(totp("Another"))).error).toBeNull();
});

test("a factor begun before the first was verified is no way around it", async () => {
  const { client, email, password, userId } = await signUpClient(world);
  const mine = await enrollTotp(client);
  await client.mfa.challengeAndVerify({ factorId: mine.factorId, code: mine.code() });
  const values = { user_id: userId, type: "phone", phone: "+4915112345678", friendly_name: "Waiting" } as const;
  const { id } = await world.db.insertInto("auth_factors").values(values).returning("id").executeTakeFirstOrThrow();
  const elsewhere = await signInElsewhere(world, { email, password });
  expect((await elsewhere.mfa.challenge({ factorId: id })).error).toMatchObject({
    status: 403,
    code: "insufficient_aal",
  });
});

test("phones are refused where no messages can be sent, and unknown kinds everywhere", async () => {
  const { client } = await signUpClient(world);
  const person = await world.signedUp();
  const phone = await client.mfa.enroll({ factorType: "phone", friendlyName: "Mine", phone: "+4915112345678" });
  expect(phone.error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
  const enroll = async (payload: object) => {
    const answer = await person.send("POST", "/auth/v1/factors", payload);
    return [answer.statusCode, answer.json<{ error_code: string }>().error_code];
  };
  expect(await enroll({ factor_type: "recovery_code" })).toEqual([400, "validation_failed"]);
  expect(await enroll({ factor_type: "pigeon" })).toEqual([400, "validation_failed"]);
  expect(await enroll({})).toEqual([400, "validation_failed"]);
  expect(await enroll({ factor_type: "totp", friendly_name: 7 })).toEqual([400, "validation_failed"]);
});

test("somebody anonymous has nothing a factor could guard", async () => {
  const open = await createTestApp({ beside: world, env: { AUTH_ANONYMOUS: "on" } });
  const client = openAuthClient(open.app.server);
  await client.signInAnonymously();
  expect((await client.mfa.enroll(totp())).error).toMatchObject({ status: 403, code: "no_authorization" });
  await open.close();
});

test("nobody adds a factor without a session", async () => {
  const answer = await world.visitor.send("POST", "/auth/v1/factors", { factor_type: "totp" });
  expect(answer.statusCode).toBe(401);
});

const findLevel = async (client: Awaited<ReturnType<typeof signUpClient>>["client"]) => {
  await client.refreshSession();
  return (await client.mfa.getAuthenticatorAssuranceLevel()).data;
};

test("S22: removing a factor needs that factor, recently, and the user is told", async () => {
  const person = await signUpWithTotp(world);
  const { client, factorId, userId, email } = person;
  const elsewhere = await signInElsewhere(world, person);
  expect((await elsewhere.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: "insufficient_aal" });

  const setProof = (proved_at: Date) =>
    world.db.updateTable("auth_sessions").set({ proved_at }).where("user_id", "=", userId).execute();
  await setProof(new Date(Date.now() - 6 * 60_000));
  expect((await client.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
  });
  await setProof(new Date());
  expect(await client.mfa.unenroll({ factorId })).toMatchObject({ data: { id: factorId }, error: null });

  const mails = await listMails(world.db, email);
  expect(mails.map(({ subject }) => subject)).toContain("A way to sign in was removed");
  expect(mails.map(({ text }) => text).join()).toContain("Pocket phone");
  const audit = world.db.selectFrom("auth_audit").selectAll().where("action", "=", "factor_unenrolled");
  expect(await audit.where("user_id", "=", userId).execute()).toMatchObject([{ traits: { factor_id: factorId } }]);
});

test("with the last factor the account asks for none, and its sessions go on at aal1", async () => {
  const person = await signUpWithTotp(world);
  const { client, factorId, userId } = person;
  await client.mfa.recoveryCodes.generate();
  await client.mfa.unenroll({ factorId });
  expect(await findLevel(client)).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
    currentAuthenticationMethods: [{ method: "password" }],
  });
  expect((await client.getUser()).data.user?.factors).toBeUndefined();
  // Recovery codes are one of them, and go with it.
  const factors = world.db.selectFrom("auth_factors").select("id").where("user_id", "=", userId);
  expect(await factors.execute()).toEqual([]);
});

test("a session loses what the removed factor had proved, while another factor is left", async () => {
  const { client, factorId } = await signUpWithTotp(world);
  const other = await enrollTotp(client, "Second phone");
  await client.mfa.challengeAndVerify({ factorId: other.factorId, code: other.code() });
  await client.mfa.unenroll({ factorId: other.factorId });
  expect(await findLevel(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  expect((await client.mfa.unenroll({ factorId })).error).toMatchObject({ code: "insufficient_aal" });
});

test("a factor that was never verified goes without ceremony", async () => {
  const { client, email } = await signUpClient(world);
  const { factorId } = await enrollTotp(client);
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  expect(await world.db.selectFrom("mails").select("id").where("recipient", "=", email).execute()).toEqual([]);
});
