import { dictionary } from "@zxcvbn-ts/language-common";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../testing/auth-client.ts";
import { createTestApp, sharedApp, sharedWorkers } from "../../testing/test-app.ts";
import { requireGoodPassword } from "./passwords.ts";

const world = await sharedApp();

const rules = { workers: sharedWorkers(), settings: { passwordMin: 10 } };
const requireGood = (password: string) =>
  requireGoodPassword(rules, { password, userInputs: ["kara", "example"], account: "kara" });

test.each([
  ["ten characters", "vK3#pq9!Zw"],
  ["73 bytes", `vK3#pq9!Zw${"x7".repeat(31)}y`],
  ["128 characters", "vK3#pq9!Zw".repeat(12) + "otter 42"],
  ["128 emoji", "🦦🏰🎲🐙🌋🪐🧭🦊".repeat(16)],
  ["a space at either end", "  purple otter swims "],
  ["a character zero", "purple\0otter\0swims"],
])("S11: a password of %s is kept whole", async (_what, password) => {
  const { email } = newCredentials();
  const client = openAuthClient(world.app.server);
  expect((await client.signUp({ email, password })).error).toBeNull();
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  for (const almost of [password.slice(0, -1), password.trim()].filter((other) => other !== password)) {
    expect((await client.signInWithPassword({ email, password: almost })).error).toMatchObject({
      code: "invalid_credentials",
    });
  }
});

test("S11: too short counts characters, and too long is said", async () => {
  await expect(requireGood("🦦🏰🎲🐙🌋🪐🧭🛡🗡")).rejects.toMatchObject({
    status: 422,
    code: "weak_password",
    message: "Password should be at least 10 characters",
    extras: { reasons: ["length"] },
  });
  await expect(requireGood("vK3#pq9!Zw".repeat(13))).rejects.toMatchObject({ code: "validation_failed" });
});

test.each([
  "password1234",
  "1234567890",
  "qwertyuiop",
  "Passw0rd!!",
  "Clanhall2024!",
  "clanhallclanhall",
  "aaaaaaaaaaaa",
  "iloveyou12345",
  "karakarakara",
])("S12: %s is refused", async (password) => {
  await expect(requireGood(password)).rejects.toMatchObject({
    status: 422,
    code: "weak_password",
    extras: { reasons: ["pwned"] },
  });
});

test("S12: common passwords are refused, also when lengthened to fit", async () => {
  const common = dictionary["passwords-common"].slice(0, 3000).filter((_word, index) => index % 20 === 0);
  for (const password of common)
    await expect(requireGood(password), password).rejects.toMatchObject({ code: "weak_password" });
});

test("the client is told why a password is weak", async () => {
  const { error } = await openAuthClient(world.app.server).signUp({
    email: newCredentials().email,
    password: "qwertyuiop",
  });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons: ["pwned"] });
});

const check = async (password: string, email = "kara@example.test", display_name = "Kara") => {
  const answer = await world.visitor.send("POST", "/api/password-check", { password, email, display_name });
  return answer.json<{ problem: string | null }>().problem;
};

test("what a visitor is told about a password is what signing up with it says", async () => {
  const passwords = ["short", "qwertyuiop", "karakarakara", "Clanhall2024!", "vK3#pq9!Zw", "x7".repeat(65)];
  for (const password of passwords) {
    const { email } = newCredentials();
    const problem = await check(password, ` ${email.toUpperCase()} `, "Kara");
    const { error } = await openAuthClient(world.app.server).signUp({
      email,
      password,
      options: { data: { display_name: "Kara" } },
    });
    expect(problem === null, password).toBe(error === null);
  }
  expect(await check("short")).toBe("too_short");
  expect(await check("x7".repeat(65))).toBe("too_long");
  expect(await check("qwertyuiop")).toBe("guessable");
  expect(await check("ottersworth1", "kara@example.test", "Ottersworth")).toBe("guessable");
  expect(await check("vK3#pq9!Zw")).toBeNull();
});

test.each([
  [
    { password: 7, email: "", display_name: "" },
    { path: "password", message: "Enter a password." },
  ],
  [
    { password: "x", email: [], display_name: "" },
    { path: "email", message: "Enter an e-mail address." },
  ],
  [
    { password: "x", email: "", display_name: null },
    { path: "display_name", message: "Enter a display name." },
  ],
  [
    { password: "x".repeat(1_001), email: "", display_name: "" },
    { path: "password", message: "Use at most 1,000 characters." },
  ],
])("what is no text is refused in a person's words", async (body, detail) => {
  const answer = await world.visitor.send("POST", "/api/password-check", body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message: detail.message, details: [detail] });
});

test("asking about passwords is limited per network, and leaves no trace of them", async () => {
  const limited = await createTestApp({ env: { AUTH_RATE_LIMITS: "on" } });
  const ask = (remoteAddress: string) =>
    limited.app.server.inject({
      method: "POST",
      url: "/api/password-check",
      payload: { password: "hunter2-hunter2", email: "", display_name: "" },
      remoteAddress,
    });
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await ask("198.51.100.7")).statusCode));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  const refused = await ask("198.51.100.7");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask("198.51.100.8")).statusCode).toBe(200);
  const { rows } = await sql<{ found: boolean }>`
    select query_to_xml(format('select * from %I', tablename), true, true, '')::text like '%hunter2%' as found
    from pg_tables where schemaname = 'public'`.execute(limited.db);
  expect(rows.filter(({ found }) => found)).toEqual([]);
  await limited.close();
});
