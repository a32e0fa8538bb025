import { expect, onTestFinished, test } from "vitest";
import { codeOf, signInElsewhere, signUpWithTotp, wrongCodeOf } from "../../../testing/authenticator.ts";
import { createTestApp } from "../../../testing/test-app.ts";

async function openInstances() {
  const world = await createTestApp({ env: { AUTH_RATE_LIMITS: "on" } });
  const second = await createTestApp({ beside: world, env: { AUTH_RATE_LIMITS: "on" } });
  onTestFinished(async () => {
    await second.close();
    await world.close();
  });
  const person = await signUpWithTotp(world);
  const elsewhere = await signInElsewhere(world, person);
  const authorization = `Bearer ${(await elsewhere.getSession()).data.session?.access_token}`;
  let calls = 0;
  /** Through either instance in turn, from fifty addresses. */
  const send = (path: string, payload: object) => {
    const { server } = (calls++ % 2 ? second : world).app;
    const remoteAddress = `198.51.100.${calls % 50}`;
    const url = `/auth/v1/factors/${path}`;
    return server.inject({ method: "POST", url, headers: { authorization }, payload, remoteAddress });
  };
  const guess = async (code: string) => {
    const challenge = await send(`${person.factorId}/challenge`, {});
    const payload = { challenge_id: challenge.json<{ id: string }>().id, code };
    const answer = await send(`${person.factorId}/verify`, payload);
    return { status: answer.statusCode, ...answer.json<{ error_code?: string; msg?: string }>() };
  };
  /** As if the quarter of an hour were over. */
  const letWindowPass = () => world.db.deleteFrom("auth_rate_limits").where("key", "like", "guess:%").execute();
  return { world, second, person, elsewhere, send, guess, letWindowPass };
}

test("F11, S20: guesses at a factor are bounded through two instances, from many addresses, with a new challenge each", async () => {
  const { world, person, guess, letWindowPass } = await openInstances();
  const code = wrongCodeOf(person.secret);
  const judged: number[] = [];
  for (let window = 0; window < 7; window++) {
    const answers = await Promise.all(Array.from({ length: 14 }, () => guess(code)));
    judged.push(answers.filter(({ error_code }) => error_code === "mfa_verification_failed").length);
    for (const { status, error_code, msg } of answers.filter((answer) => answer.status !== 422)) {
      expect([status, error_code]).toEqual([403, "mfa_verification_rejected"]);
      expect(msg).toMatch(/Wait \d+ minutes or use a recovery code/);
    }
    await letWindowPass();
  }
  expect(judged).toEqual([10, 10, 10, 10, 10, 0, 0]);
  expect(await guess(codeOf(person.secret))).toMatchObject({ status: 403 });

  const failures = world.db.selectFrom("auth_audit").selectAll().where("outcome", "=", "failure");
  const reasons = (await failures.execute()).map(({ traits }) => traits["reason"]);
  expect(reasons.filter((reason) => reason === "mfa_verification_failed")).toHaveLength(50);
  expect(reasons).toContain("mfa_verification_rejected");
});

test("the last minute of a wait is named as one", async () => {
  const { world, person, send, guess } = await openInstances();
  const tryTenTimes = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 11 }, work));
  await person.client.mfa.recoveryCodes.generate();
  const tryRecovery = () => send("recovery-codes/verify", { code: "2222-2222-2222-2222-2222" });
  await tryTenTimes(() => guess(wrongCodeOf(person.secret)));
  await tryTenTimes(tryRecovery);
  const soon = Date.now() + 30_000;
  await world.db.updateTable("auth_rate_limits").set({ expire: soon }).where("key", "like", "guess:%").execute();
  expect((await guess(codeOf(person.secret))).msg).toBe("Too many wrong codes. Wait 1 minute or use a recovery code.");
  expect((await tryRecovery()).json()).toMatchObject({
    msg: "Too many wrong recovery codes. Wait 1 minute or use another factor.",
  });
});

test("S20: right codes and dead challenges use no tries up", async () => {
  const { world, person, send, guess } = await openInstances();
  for (let index = 0; index < 12; index++) {
    const payload = { challenge_id: crypto.randomUUID(), code: "123456" };
    expect((await send(`${person.factorId}/verify`, payload)).json()).toMatchObject({
      error_code: "mfa_challenge_expired",
    });
  }
  expect((await guess(codeOf(person.secret))).status).toBe(200);
  const counters = world.db.selectFrom("auth_rate_limits").select("points").where("key", "like", "guess%");
  expect(await counters.where("key", "like", `%${person.factorId}`).execute()).toEqual([{ points: 0 }, { points: 0 }]);
});

test("a stranger cannot use up the tries at somebody's factor", async () => {
  const { world, person } = await openInstances();
  const other = await world.signedUp();
  const payload = { challenge_id: crypto.randomUUID(), code: "123456" };
  const answer = await other.send("POST", `/auth/v1/factors/${person.factorId}/verify`, payload);
  expect(answer.statusCode).toBe(404);
  const counters = world.db.selectFrom("auth_rate_limits").selectAll().where("key", "like", "guess%");
  expect((await counters.execute()).every(({ points }) => points === 0)).toBe(true);
});

test("F11, S23: guesses at recovery codes are bounded the same way, and new codes open them again", async () => {
  const { world, person, send } = await openInstances();
  const { data: before } = await person.client.mfa.recoveryCodes.generate();
  const guess = async (code: string) => {
    const answer = await send("recovery-codes/verify", { code });
    return [answer.statusCode, answer.json<{ error_code?: string }>().error_code];
  };
  const answers = await Promise.all(Array.from({ length: 14 }, () => guess("2222-2222-2222-2222-2222")));
  expect(answers.filter(([status]) => status === 422)).toHaveLength(10);
  expect(answers.filter(([, code]) => code === "mfa_recovery_codes_locked")).toHaveLength(4);
  expect(await guess(before?.codes[0] ?? "")).toEqual([429, "mfa_recovery_codes_locked"]);

  const { data: after } = await person.client.mfa.recoveryCodes.regenerate();
  expect((await guess(after?.codes[0] ?? ""))[0]).toBe(200);
  const counters = world.db.selectFrom("auth_rate_limits").select("points").where("key", "like", "guess%:recovery:%");
  expect(await counters.execute()).toEqual([{ points: 0 }, { points: 0 }]);
});

test("S54: calls about factors are bounded per user and network", async () => {
  const { world, person } = await openInstances();
  await world.db.updateTable("auth_rate_limits").set({ points: 60 }).where("key", "like", "factor:%").execute();
  const { error } = await person.client.mfa.challenge({ factorId: person.factorId });
  expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
});
