import fc from "fast-check";
import { expect, test } from "vitest";
import { type BoardPeriod, rangeBefore, rangeLabel, rangeOf, sameStretch } from "./periods.ts";
import { addDays, countDays, weekdayOf } from "./clan-day.ts";

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("1990-01-01", days));

test.each<[BoardPeriod, string, string, string]>([
  [{ kind: "fixed", from: "2026-11-01", to: "2026-11-30" }, "2026-12-24", "2026-11-01", "2026-11-30"],
  [{ kind: "rolling", days: 7 }, "2026-11-15", "2026-11-09", "2026-11-15"],
  [{ kind: "weekly" }, "2026-11-15", "2026-11-09", "2026-11-15"],
  [{ kind: "monthly" }, "2026-02-28", "2026-02-01", "2026-02-28"],
  [{ kind: "monthly" }, "2028-02-01", "2028-02-01", "2028-02-29"],
])("a board of %j counts on %s from %s to %s", (period, today, from, to) => {
  expect(rangeOf(period, today, 1)).toEqual({ from, to });
});

test("a week begins on the clan's own first day and holds today", () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 7 }), (today, weekStart) => {
      const { from, to } = rangeOf({ kind: "weekly" }, today, weekStart);
      expect(weekdayOf(from)).toBe(weekStart);
      expect(countDays({ from, to })).toBe(7);
      expect(from <= today && today <= to).toBe(true);
    }),
  );
});

test("every period ends right before the next one begins", () => {
  const kinds: BoardPeriod[] = [{ kind: "rolling", days: 30 }, { kind: "weekly" }, { kind: "monthly" }];
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...kinds), (today, period) => {
      const range = rangeOf(period, today, 1);
      const before = rangeBefore(period, range);
      expect(addDays(before.to, 1)).toBe(range.from);
      expect(rangeOf(period, before.to, 1)).toEqual(before);
    }),
  );
});

test("a running month is held against as many days of the one before, and a whole one against all of it", () => {
  const monthly: BoardPeriod = { kind: "monthly" };
  const [november, october] = [rangeOf(monthly, "2026-11-05", 1), { from: "2026-10-01", to: "2026-10-31" }];
  expect(sameStretch(monthly, november, october, "2026-11-05")).toEqual({ from: "2026-10-01", to: "2026-10-05" });
  expect(sameStretch(monthly, november, october, "2026-11-30")).toEqual(october);
  const march = { from: "2026-03-01", to: "2026-03-31" };
  const february = { from: "2026-02-01", to: "2026-02-28" };
  expect(sameStretch(monthly, march, february, "2026-03-30")).toEqual(february);
  expect(sameStretch(monthly, march, february, "2026-02-10")).toEqual({ from: "2026-02-01", to: "2026-02-01" });
});

test("a week that is shorter than the one before is held against as many of its days", () => {
  const [week, short] = [
    { from: "2026-11-02", to: "2026-11-08" },
    { from: "2026-11-09", to: "2026-11-10" },
  ];
  expect(sameStretch({ kind: "weekly" }, short, week, "2026-11-12")).toEqual({ from: "2026-11-02", to: "2026-11-03" });
  const next = { from: "2026-11-11", to: "2026-11-17" };
  expect(sameStretch({ kind: "weekly" }, next, short, "2026-11-17")).toEqual(short);
});

test.each([
  ["2026-11-01", "2026-11-30", "1 – 30 Nov 2026"],
  ["2026-10-28", "2026-11-03", "28 Oct – 3 Nov 2026"],
  ["2026-12-28", "2027-01-03", "28 Dec 2026 – 3 Jan 2027"],
  ["2026-11-15", "2026-11-15", "15 Nov 2026"],
])("%s to %s reads as %s", (from, to, label) => {
  expect(rangeLabel({ from, to })).toBe(label);
});
