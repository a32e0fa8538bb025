import { expect, test } from "vitest";
import { isDatabaseAway } from "./wait-for-database.ts";

test.each([
  ["PgBouncer lost its server", "08P01", "server conn crashed?"],
  ["PgBouncer finds no server", "08P01", "server login has been failing, try again later (server_login_retry)"],
  ["its disk is full", "53100", "could not extend file: No space left on device"],
  ["a write reached a standby", "25006", "cannot execute INSERT in a read-only transaction"],
])("people are asked to try again when %s", (_what, code, message) => {
  expect(isDatabaseAway(Object.assign(new Error(message), { code }))).toBe(true);
});

test("a statement that PostgreSQL cannot read is a fault of ours, not an absence", () => {
  const message = "bind message supplies 1 parameters, but prepared statement requires 2";
  expect(isDatabaseAway(Object.assign(new Error(message), { code: "08P01" }))).toBe(false);
});
