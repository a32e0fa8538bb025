import { expect, test } from "vitest";
import { enrollTotp, signInElsewhere, signUpClient, signUpWithTotp } from "../../../testing/authenticator.ts";
import { listMails } from "../../../testing/mailbox.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

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
