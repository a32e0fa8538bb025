import { expect, test } from "vitest";
import {
  formatBytes,
  formatClanDate,
  formatDate,
  formatFullDate,
  formatList,
  formatNumber,
  formatPercent,
  formatRange,
  formatRelative,
  plural,
} from "./format.ts";

const now = Date.parse("2026-06-15T12:00:00Z");

test.each([
  ["2026-06-15T11:59:30Z", "just now"],
  ["2026-06-15T12:00:05Z", "just now"],
  ["2026-06-15T11:58:00Z", "2 minutes ago"],
  ["2026-06-15T09:00:00Z", "3 hours ago"],
  ["2026-06-14T11:00:00Z", "yesterday"],
  ["2026-06-01T12:00:00Z", "14 days ago"],
  ["2026-03-01T12:00:00Z", "3 months ago"],
  ["2024-06-01T12:00:00Z", "2 years ago"],
  ["2026-06-22T11:59:50Z", "in 7 days"],
  ["2026-06-17T23:00:00Z", "in 2 days"],
  ["2026-06-15T14:40:00Z", "in 3 hours"],
])("%s is %s", (iso, text) => {
  expect(formatRelative(iso, now)).toBe(text);
});

test("a date has its year where it is not this one, and a dash where there is none", () => {
  const thisYear = new Date("2026-11-16T12:00:00Z");
  expect(formatDate("2026-11-15", thisYear)).toBe("15 Nov");
  expect(formatDate("2026-11-15T12:00:00Z", thisYear)).toBe("15 Nov");
  expect(formatDate("2025-11-15", thisYear)).toBe("15 Nov 2025");
  expect(formatFullDate("2026-11-15")).toBe("15 Nov 2026");
  for (const nothing of [null, "", "soon"]) expect(formatDate(nothing)).toBe("—");
});

test("clan dates are days of a calendar", () => {
  expect(formatClanDate("2026-03-03")).toBe("Tue 3 Mar");
  const [thisYear, later] = [new Date("2026-11-16T12:00:00Z"), new Date("2027-01-02T12:00:00Z")];
  expect(formatRange("2026-11-09", "2026-11-15", thisYear)).toBe("9 – 15 Nov");
  expect(formatRange("2026-11-09", "2026-11-15", later)).toBe("9 – 15 Nov 2026");
  expect(formatRange("2026-02-03", "2026-03-04", later)).toBe("3 Feb – 4 Mar 2026");
  expect(formatRange("2025-12-29", "2026-01-04", thisYear)).toBe("29 Dec 2025 – 4 Jan 2026");
});

test("numbers have their thousands apart, a real minus and the decimals they need", () => {
  expect(formatNumber(1_234.567)).toBe("1,234.57");
  expect(formatNumber(-2.5)).toBe("−2.5");
  expect(formatNumber(66.7, 0)).toBe("67");
  expect(formatPercent(93.5)).toBe("93.5%");
  expect(formatPercent(null)).toBe("—");
  expect([formatBytes(900), formatBytes(1_288_490_189)]).toEqual(["900 bytes", "1.2 GB"]);
});

test("what is counted is named for one and for many", () => {
  expect([plural(1, "player"), plural(1_200, "player"), plural(0, "entry", "entries")]).toEqual([
    "1 player",
    "1,200 players",
    "0 entries",
  ]);
  expect(formatList(["Kara", "Tom", "Runa"], "or")).toBe("Kara, Tom or Runa");
});
