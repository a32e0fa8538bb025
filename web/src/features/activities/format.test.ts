import { activityColors, activityIcons } from "@clanhall/contract/activities";
import { themes } from "@clanhall/contract/themes";
import { expect, test } from "vitest";
import { donations, raid, training } from "../../testing/fake-activities.ts";
import { hasSymbol, tints } from "../../ui/symbol.tsx";
import { amountText, binDaysLeft, exampleText, targetText, weekdaysText } from "./format.ts";

test("days in a row are a range, and the week goes round", () => {
  const words: [number[], string][] = [
    [[1, 2, 3, 4, 5, 6, 7], "Every day"],
    [[1, 2, 3, 4, 5], "Mon–Fri"],
    [[1, 3, 5], "Mon, Wed, Fri"],
    [[6, 7], "Sat, Sun"],
    [[1, 5, 6, 7], "Fri–Mon"],
    [[1, 2, 3, 6], "Mon–Wed, Sat"],
    [[7], "Sun"],
  ];
  for (const [days, text] of words) expect(weekdaysText(days)).toBe(text);
});

test("amounts read as people say them", () => {
  expect(amountText(donations, 1250.5)).toBe("1,250.5 troops");
  expect(amountText(training, 90)).toBe("1 h 30 min");
  expect(amountText(training, 120)).toBe("2 h");
  expect(amountText(training, 45)).toBe("45 min");
  expect(targetText({ ...donations, weekly_target: 300 })).toBe("50 troops a day, 300 troops a week");
  expect(targetText({ ...raid, weekly_target: 2 })).toBe("2× a week");
  expect(targetText(raid)).toBe("—");
});

test("an example says what a day is worth", () => {
  expect(exampleText({ ...donations, daily_target: 250 })).toBe("250 troops → 25 points");
  expect(exampleText({ ...donations, daily_target: null })).toBe("250 troops → 25 points");
  expect(exampleText({ ...donations, daily_cap: 100 })).toBe("200 troops → 10 points, as at most 100 troops count");
  expect(exampleText({ ...donations, aggregate: "days_done", points_per_unit: 1 })).toBe("50 troops → 1 point");
  expect(exampleText(raid)).toBe("Yes → 20 points");
  expect(exampleText({ ...training, daily_target: null, points_per_unit: -2 })).toBe("1 h 30 min → −180 points");
});

test("the bin counts down to its last day", () => {
  const deleted = "2026-03-01T12:00:00.000Z";
  expect(binDaysLeft(deleted, Date.parse("2026-03-01T12:00:00.000Z"))).toBe(30);
  expect(binDaysLeft(deleted, Date.parse("2026-03-30T13:00:00.000Z"))).toBe(1);
  expect(binDaysLeft(deleted, Date.parse("2026-04-02T12:00:00.000Z"))).toBe(1);
});

test("every icon is drawn, and every colour stands out on every surface of every theme", () => {
  expect(activityIcons.filter((name) => name !== "" && !hasSymbol(name))).toEqual([]);
  for (const name of activityColors.filter(Boolean)) {
    const tint = tints[name] ?? "#fff";
    for (const { colors } of Object.values(themes)) {
      for (const surface of [colors["surface-white"], colors["surface-light"], colors["surface-grey"]]) {
        expect(contrast(tint, surface), `${name} on ${surface}`).toBeGreaterThan(3);
      }
    }
  }
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
