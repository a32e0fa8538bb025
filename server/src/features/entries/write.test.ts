import { expect, test } from "vitest";
import { toMonthChanges } from "./write.ts";

type Written = Parameters<typeof toMonthChanges>[0][number];

const cell = { member_id: "kara", activity_id: "donations", day: "2026-05-04" };
const excused = { state: "excused" as const, value: null, points: 0, is_met: false };
const given = { state: "value" as const, value: 20, points: 40, is_met: true };
const write = (entry: Partial<Written["entry"]>, before: Written["before"]) =>
  ({ entry: { ...cell, ...entry }, before }) as Written;

test("what stood in a cell leaves the month's sums when it is replaced, an excuse too", async () => {
  expect(await toMonthChanges([write(given, excused)])).toEqual([
    {
      month: "2026-05-01",
      member_id: "kara",
      activity_id: "donations",
      value_sum: 20,
      points: 40,
      days_entered: 1,
      days_done: 1,
      days_met: 1,
      days_excused: -1,
    },
  ]);
  expect(await toMonthChanges([write(excused, given)])).toMatchObject([
    { value_sum: -20, points: -40, days_entered: -1, days_done: -1, days_met: -1, days_excused: 1 },
  ]);
});

test("cells of one month, player and activity are one change, others are their own", async () => {
  const days = ["2026-05-04", "2026-05-31", "2026-06-01"].map((day) => write({ ...given, day }, null));
  expect((await toMonthChanges(days)).map(({ month, value_sum }) => [month, value_sum])).toEqual([
    ["2026-05-01", 40],
    ["2026-06-01", 20],
  ]);
});
