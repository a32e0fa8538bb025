import { expect, test } from "vitest";
import { toClanDay } from "./overview.ts";

const newYork = {
  effective_from: "1970-01-01",
  time_zone: "America/New_York",
  reset_time: "04:00",
  reset_in_utc: false,
};

test.each([
  ["2026-03-07T20:00:00Z", "2026-03-07", "2026-03-08T08:00:00.000Z"], // the clocks jump during this day: 23 hours
  ["2026-03-08T20:00:00Z", "2026-03-08", "2026-03-09T08:00:00.000Z"],
  ["2026-10-31T20:00:00Z", "2026-10-31", "2026-11-01T09:00:00.000Z"], // and back: 25 hours
  ["2026-03-08T07:59:59Z", "2026-03-07", "2026-03-08T08:00:00.000Z"],
])("at %s a clan in New York has %s, which ends at %s", (now, clan_date, ends_at) => {
  expect(toClanDay([newYork], new Date(now))).toEqual({ clan_date, ends_at });
});

test("a reset fixed in UTC ignores the clocks", () => {
  const fixed = { ...newYork, reset_in_utc: true };
  expect(toClanDay([fixed], new Date("2026-03-08T03:00:00Z"))).toMatchObject({
    clan_date: "2026-03-07",
    ends_at: "2026-03-08T04:00:00.000Z",
  });
});

test("the day before a new rule ends when the first day of that rule begins", () => {
  const tokyo = { ...newYork, effective_from: "2026-06-02", time_zone: "Asia/Tokyo" };
  expect(toClanDay([newYork, tokyo], new Date("2026-06-01T12:00:00Z"))).toMatchObject({
    clan_date: "2026-06-01",
    ends_at: "2026-06-01T19:00:00.000Z",
  });
});
