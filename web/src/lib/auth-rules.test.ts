import { describe, expect, test } from "vitest";
import { displayNameProblem, emailProblem, newPasswordProblem, passwordProblem, toDisplayName } from "./auth-rules.ts";

describe("a display name", () => {
  test.each(["K", "Kara Nightowl", "  Kara  ", "X".repeat(60), "🦉".repeat(60), "Zoë", "王小明"])(
    "%j is fine",
    (name) => {
      expect(displayNameProblem(name)).toBeNull();
    },
  );
  test.each(["", "   ", "X".repeat(61), "Ka\u0007ra", "Ka\nra", "Ka\u0000ra"])("%j is not", (name) => {
    expect(displayNameProblem(name)).toEqual(expect.any(String));
  });
  test("is stored composed and without outer spaces", () => {
    expect(toDisplayName("  Zoe\u0308 ")).toBe("Zo\u00eb");
  });
});

describe("an e-mail address", () => {
  test.each(["kara@owls.example", "  kara@owls.example ", "a+b@sub.owls.example", "ümläut@owls.example"])(
    "%j looks like one",
    (email) => expect(emailProblem(email)).toBeNull(),
  );
  test.each([
    "",
    " ",
    "kara",
    "kara@",
    "@owls.example",
    "kara@owls",
    "ka ra@owls.example",
    "a@b@c.example",
    "a@b.",
    `${"x".repeat(250)}@b.example`,
  ])("%j does not", (email) => expect(emailProblem(email)).toEqual(expect.any(String)));
});

describe("a password", () => {
  test("at login may be anything but empty", () => {
    expect(passwordProblem("")).toEqual(expect.any(String));
    expect(passwordProblem(" ")).toBeNull();
  });
  test.each([
    ["", false],
    ["nine char", false],
    ["ten chars!", true],
    ["🦉".repeat(9), false],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
  ])("%j as a new one: %j", (password, isFine) => {
    expect(newPasswordProblem(password) === null).toBe(isFine);
  });
});
