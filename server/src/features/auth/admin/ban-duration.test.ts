import { expect, test } from "vitest";
import { toBannedUntil } from "./accounts.ts";

const noon = new Date("2026-03-01T12:00:00Z");

test.each([
  ["24h", "2026-03-02T12:00:00.000Z"],
  ["2h45m", "2026-03-01T14:45:00.000Z"],
  ["1.5h", "2026-03-01T13:30:00.000Z"],
  ["300ms", "2026-03-01T12:00:00.300Z"],
  ["1h0m1s", "2026-03-01T13:00:01.000Z"],
  ["876600h", "2126-03-02T12:00:00.000Z"],
])("%s lasts until %s", (duration, until) => {
  expect(toBannedUntil(duration, noon)?.toISOString()).toBe(until);
});

test("none lasts not at all", () => {
  expect(toBannedUntil("none", noon)).toBeNull();
});

test.each(["", "0s", "0", "-1h", "24", "h", "1d", "1 h", "1h ", "1e9h", "NaN", "9999999h", "99999999999999999999h"])(
  "%j is no duration",
  (duration) => {
    expect(() => toBannedUntil(duration, noon)).toThrow("invalid format for ban duration");
  },
);
