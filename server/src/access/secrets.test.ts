import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSecrets, toSealingKey } from "./secrets.ts";

const one = toSealingKey(randomBytes(32).toString("hex"));
const other = toSealingKey(randomBytes(32).toString("hex"));
const secrets = createSecrets([one]);

describe("S19 a sealed secret", () => {
  test("is opened by every instance that has the same secret", () => {
    const beside = createSecrets([one]);
    expect(beside.open(secrets.seal("JBSWY3DP", "totp"), "totp")).toBe("JBSWY3DP");
    expect(beside.digest("123456", "code")).toEqual(secrets.digest("123456", "code"));
  });

  test("differs each time, does not show its text, and opens for its own purpose only", () => {
    const sealed = secrets.seal("JBSWY3DP", "totp");
    expect(secrets.seal("JBSWY3DP", "totp")).not.toEqual(sealed);
    expect(sealed.toString("latin1")).not.toContain("JBSWY3DP");
    expect(() => secrets.open(sealed, "flow")).toThrow("unable to authenticate data");
    expect(secrets.digest("123456", "code")).not.toEqual(secrets.digest("123456", "phone"));
  });

  test("that somebody changed is not opened", () => {
    const sealed = secrets.seal("JBSWY3DP", "totp");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => secrets.open(sealed, "totp")).toThrow("unable to authenticate data");
  });

  test("stays readable when another secret seals from now on, and not without its own", () => {
    const before = secrets.seal("JBSWY3DP", "totp");
    const both = createSecrets([other, one]);
    expect(both.open(before, "totp")).toBe("JBSWY3DP");
    expect(() => secrets.open(both.seal("JBSWY3DP", "totp"), "totp")).toThrow("CLANHALL_SECRET");
  });
});
