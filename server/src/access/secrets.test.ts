import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { openSecrets } from "./secrets.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe("S19 a sealed secret", () => {
  test("is opened by every instance that starts on the same database", async () => {
    const [one, other] = await Promise.all([openSecrets(database.db, null), openSecrets(database.db, null)]);
    expect(other.open(one.seal("JBSWY3DP", "totp"), "totp")).toBe("JBSWY3DP");
    expect(other.digest("123456", "code")).toEqual(one.digest("123456", "code"));
  });

  test("differs each time, does not show its text, and opens for its own purpose only", async () => {
    const secrets = await openSecrets(database.db, null);
    const sealed = secrets.seal("JBSWY3DP", "totp");
    expect(secrets.seal("JBSWY3DP", "totp")).not.toEqual(sealed);
    expect(sealed.toString("latin1")).not.toContain("JBSWY3DP");
    expect(() => secrets.open(sealed, "flow")).toThrow("unable to authenticate data");
    expect(secrets.digest("123456", "code")).not.toEqual(secrets.digest("123456", "phone"));
  });

  test("that somebody changed is not opened", async () => {
    const secrets = await openSecrets(database.db, null);
    const sealed = secrets.seal("JBSWY3DP", "totp");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => secrets.open(sealed, "totp")).toThrow("unable to authenticate data");
  });

  test("stays readable when CLANHALL_SECRET is set later, and not without it once it sealed", async () => {
    const before = (await openSecrets(database.db, null)).seal("JBSWY3DP", "totp");
    const secret = randomBytes(32).toString("hex");
    const secrets = await openSecrets(database.db, secret);
    expect(secrets.open(before, "totp")).toBe("JBSWY3DP");
    const after = secrets.seal("JBSWY3DP", "totp");
    const without = await openSecrets(database.db, null);
    expect(() => without.open(after, "totp")).toThrow("CLANHALL_SECRET");
  });
});
