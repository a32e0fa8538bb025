import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { newCredentials, openAuthClient } from "../../testing/auth-client.ts";
import { sharedApp, sharedWorkers } from "../../testing/test-app.ts";
import { requireGoodPassword } from "./password-rules.ts";

const world = await sharedApp();

const rules = { workers: sharedWorkers(), settings: { passwordMin: 10 } };
const judge = (password: string) => requireGoodPassword(rules, password, ["kara", "example"], "kara");

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
  await expect(judge("🦦🏰🎲🐙🌋🪐🧭🛡🗡")).rejects.toMatchObject({
    status: 422,
    code: "weak_password",
    message: "Password should be at least 10 characters",
    extras: { reasons: ["length"] },
  });
  await expect(judge("vK3#pq9!Zw".repeat(13))).rejects.toMatchObject({ code: "validation_failed" });
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
  await expect(judge(password)).rejects.toMatchObject({
    status: 422,
    code: "weak_password",
    extras: { reasons: ["pwned"] },
  });
});

test("S12: common passwords are refused, also when lengthened to fit", async () => {
  const common = dictionary["passwords-common"].slice(0, 3000).filter((_word, index) => index % 20 === 0);
  for (const password of common)
    await expect(judge(password), password).rejects.toMatchObject({ code: "weak_password" });
});

test("the client is told why a password is weak", async () => {
  const { error } = await openAuthClient(world.app.server).signUp({
    email: newCredentials().email,
    password: "qwertyuiop",
  });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", status: 422, reasons: ["pwned"] });
});
