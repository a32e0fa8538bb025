import { expect, test } from "vitest";
import { listMails } from "../../testing/mailbox.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const longAgo = new Date("2020-01-01");

/** Somebody whose sign-in was long ago. */
async function signedInLongAgo(where = world) {
  const kara = await where.signedUp();
  await where.db.updateTable("auth_sessions").set({ proved_at: longAgo }).where("user_id", "=", kara.userId).execute();
  return kara;
}

async function provedAt(userId: string, where = world) {
  const rows = await where.db.selectFrom("auth_sessions").select("proved_at").where("user_id", "=", userId).execute();
  return rows.map(({ proved_at }) => proved_at);
}

test("S22: the right password proves the session for five minutes, and no other session", async () => {
  const kara = await signedInLongAgo();
  const { email, password } = kara;
  await world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email, password });
  await world.db.updateTable("auth_sessions").set({ proved_at: longAgo }).where("user_id", "=", kara.userId).execute();
  const before = Date.now();
  const answer = await kara.send("POST", "/api/me/proof", { password });
  expect(answer.statusCode).toBe(200);
  const provedUntil = Date.parse(answer.json().proved_until);
  const stamps = await provedAt(kara.userId);
  expect(stamps.filter((stamp) => stamp.getTime() >= before)).toEqual([new Date(provedUntil - 300_000)]);
  expect(stamps).toHaveLength(2);
});

test("a wrong password is refused in plain words, proves nothing and is written down", async () => {
  const kara = await signedInLongAgo();
  const answer = await kara.send("POST", "/api/me/proof", { password: "not the otter" });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ error: "forbidden", message: "That is not your password" });
  expect(await provedAt(kara.userId)).toEqual([longAgo]);
  const audit = await world.db.selectFrom("auth_audit").selectAll().where("user_id", "=", kara.userId).execute();
  expect(audit).toContainEqual(
    expect.objectContaining({ action: "verification_attempted", outcome: "failure", traits: { method: "password" } }),
  );
  expect(JSON.stringify(audit)).not.toContain("not the otter");
});

test("somebody else's password is wrong", async () => {
  const kara = await signedInLongAgo();
  const tom = await world.signedUp();
  expect((await kara.send("POST", "/api/me/proof", { password: tom.password })).statusCode).toBe(403);
  expect(await provedAt(kara.userId)).toEqual([longAgo]);
});

test("whoever has no password is told to use a code", async () => {
  const kara = await signedInLongAgo();
  await world.db.updateTable("users").set({ password_hash: null }).where("id", "=", kara.userId).execute();
  const answer = await kara.send("POST", "/api/me/proof", { password: kara.password });
  expect(answer.json()).toMatchObject({
    error: "forbidden",
    message: "Your account has no password. Ask for a code by e-mail instead.",
  });
});

test("guesses are counted like tries to sign in, even many at once, and the answer says how long to wait", async () => {
  const strict = await createTestApp({ env: { AUTH_RATE_LIMITS: "on" } });
  const kara = await signedInLongAgo(strict);
  const guess = () => kara.send("POST", "/api/me/proof", { password: "not the otter" });
  const answers = await Promise.all(Array.from({ length: 15 }, guess));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  const refused = await kara.send("POST", "/api/me/proof", { password: kara.password });
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: "rate_limited", retry_after: expect.any(Number) });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(await provedAt(kara.userId, strict)).toEqual([longAgo]);
  await strict.close();
});

test("right passwords are no tries", async () => {
  const strict = await createTestApp({ env: { AUTH_RATE_LIMITS: "on" } });
  const kara = await strict.signedUp();
  for (let count = 0; count < 12; count++) {
    expect((await kara.send("POST", "/api/me/proof", { password: kara.password })).statusCode).toBe(200);
  }
  await strict.close();
});

/** As somebody asks for it in the browser and reads it in their mail. */
async function mailedCode({ get, email }: Awaited<ReturnType<TestApp["signedUp"]>>): Promise<string> {
  expect((await get("/auth/v1/reauthenticate")).statusCode).toBe(200);
  const mail = (await listMails(world.db, email)).at(-1);
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

test("a mailed code proves the session once, also for somebody without a password", async () => {
  const kara = await signedInLongAgo();
  await world.db.updateTable("users").set({ password_hash: null }).where("id", "=", kara.userId).execute();
  const code = await mailedCode(kara);
  expect((await kara.send("POST", "/api/me/proof", { code: ` ${code} ` })).statusCode).toBe(200);
  const [stamp] = await provedAt(kara.userId);
  expect(stamp).not.toEqual(longAgo);
  expect((await kara.send("POST", "/api/me/proof", { code })).statusCode).toBe(403);
});

test("of many who send one code at the same moment one is believed", async () => {
  const kara = await signedInLongAgo();
  const code = await mailedCode(kara);
  const answers = await Promise.all([1, 2, 3, 4].map(() => kara.send("POST", "/api/me/proof", { code })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test("a wrong code, and somebody else's, is refused in plain words", async () => {
  const kara = await signedInLongAgo();
  const tom = await world.signedUp();
  const [mine, theirs] = [await mailedCode(kara), await mailedCode(tom)];
  const wrong = mine === "123456" ? "654321" : "123456";
  for (const code of [wrong, theirs === mine ? wrong : theirs]) {
    const answer = await kara.send("POST", "/api/me/proof", { code });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      error: "forbidden",
      message: "This code is wrong or no longer valid. Ask for a new one.",
    });
  }
  expect(await provedAt(kara.userId)).toEqual([longAgo]);
});

test("a code is worth nothing once it has expired", async () => {
  const kara = await signedInLongAgo();
  const code = await mailedCode(kara);
  await world.db
    .updateTable("auth_one_time_tokens")
    .set({ code_expires_at: new Date() })
    .where("user_id", "=", kara.userId)
    .execute();
  expect((await kara.send("POST", "/api/me/proof", { code })).statusCode).toBe(403);
  expect(await provedAt(kara.userId)).toEqual([longAgo]);
});

test("only a session can be proved: not a user named by a header, not a visitor, not one who was signed out", async () => {
  const named = await world.user();
  expect((await named.send("POST", "/api/me/proof", { password: "x" })).json()).toMatchObject({ error: "forbidden" });
  expect((await world.visitor.send("POST", "/api/me/proof", { password: "x" })).statusCode).toBe(401);
  const kara = await world.signedUp();
  await kara.send("POST", "/auth/v1/logout");
  expect((await kara.send("POST", "/api/me/proof", { password: kara.password })).statusCode).toBe(401);
});

test.each([{}, { password: "a", code: "123456" }, { password: "" }, { password: 1 }, { password: "a", user_id: "x" }])(
  "%j is no proof",
  async (proof) => {
    const kara = await signedInLongAgo();
    expect((await kara.send("POST", "/api/me/proof", proof)).statusCode).toBe(400);
    expect(await provedAt(kara.userId)).toEqual([longAgo]);
  },
);
