import { expect, test } from "vitest";
import { plural } from "../../lib/format.ts";
import { amountText, leftOutText, periodText, scoreText, valueText } from "./format.ts";

const troops = { value_type: "whole", unit: "troops" } as const;
const training = { value_type: "duration", unit: "" } as const;
const raid = { value_type: "yes_no", unit: "" } as const;
const range = { from: "2026-11-01", to: "2026-11-30", label: "1 – 30 Nov 2026" };
const period = { kind: "fixed", from: null, to: null, days: null } as const;

test("a score is said in the words of its measure", () => {
  expect(scoreText(1_234_567.891, "points")).toBe("1,234,567.89");
  expect(scoreText(-12.5, "points")).toBe("−12.5");
  expect(scoreText(1_200, "improvement")).toBe("+1,200");
  expect(scoreText(93.5, "consistency")).toBe("93.5 %");
  expect(scoreText(12, "streak")).toBe("12 days");
  expect(scoreText(1, "streak")).toBe("1 day");
  expect(scoreText(1_250, "activity", troops)).toBe("1,250 troops");
  expect(scoreText(90, "activity", training)).toBe("1:30 h");
});

test("what was entered on a day is no sum", () => {
  expect(valueText(raid, 1)).toBe("yes");
  expect(valueText(raid, 0)).toBe("no");
  expect(valueText(troops, 3)).toBe("3 troops");
  expect(valueText(undefined, 1_000)).toBe("1,000");
  expect(amountText(raid, 4)).toBe("4 days");
});

test("a period is said as briefly as it can be", () => {
  expect(periodText({ period, range })).toBe("1 – 30 Nov 2026");
  expect(periodText({ period: { ...period, kind: "rolling", days: 14 }, range })).toBe("Last 14 days");
  expect(periodText({ period: { ...period, kind: "weekly" }, range })).toBe("Weekly");
  expect(periodText({ period: { ...period, kind: "monthly" }, range })).toBe("Monthly");
});

test("those who are left out are told why", () => {
  expect(leftOutText(3, { measure: "points", min_due_days: 5 })).toBe("3 players have too few due days.");
  expect(leftOutText(1, { measure: "streak", min_due_days: 5 })).toBe("1 player has too few due days.");
  expect(leftOutText(1, { measure: "activity", min_due_days: 0 })).toBe("1 player has no value yet.");
  expect(leftOutText(2, { measure: "consistency", min_due_days: 0 })).toBe(
    "2 players left out: nothing was due for them.",
  );
  expect(leftOutText(2, { measure: "activity", min_due_days: 1 })).toContain("too few due days, or nothing to measure");
  expect(plural(1, "entry", "entries")).toBe("1 entry");
});
