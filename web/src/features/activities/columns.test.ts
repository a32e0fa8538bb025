import { activityColors } from "@clanhall/contract/activities";
import { activityIcons } from "@clanhall/contract/fields/activity-fields";
import { activityTints, contrast, toDarkColors } from "@clanhall/contract/rules/dark-colors";
import { themes } from "@clanhall/contract/themes";
import { expect, test } from "vitest";
import { hasDrawing, iconColors } from "../../ui/icon-badge.tsx";
import { donations, raid, training } from "../../testing/fake-activities.ts";
import { amountText, exampleText, targetText, weekdaysText } from "./columns.tsx";

test("days in a row are a range, and the week goes round", () => {
  const texts: [number[], string][] = [
    [[1, 2, 3, 4, 5, 6, 7], "Every day"],
    [[1, 2, 3, 4, 5], "Mon–Fri"],
    [[1, 3, 5], "Mon, Wed, Fri"],
    [[6, 7], "Sat, Sun"],
    [[1, 5, 6, 7], "Fri–Mon"],
    [[1, 2, 3, 6], "Mon–Wed, Sat"],
    [[7], "Sun"],
  ];
  for (const [days, text] of texts) expect(weekdaysText(days)).toBe(text);
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
  expect(exampleText({ ...donations, daily_cap: 100 })).toBe("200 troops → 10 points, only the first 100 troops count");
  expect(exampleText({ ...donations, aggregate: "days_done", points_per_unit: 1 })).toBe("50 troops → 1 point");
  expect(exampleText(raid)).toBe("Yes → 20 points");
  expect(exampleText({ ...training, daily_target: null, points_per_unit: -2 })).toBe("1 h 30 min → −180 points");
});

test("every icon is drawn, and every colour stands out on every surface of every theme", () => {
  expect(activityIcons.filter((name) => name !== "" && !hasDrawing(name))).toEqual([]);
  expect(Object.keys(activityTints)).toEqual(activityColors.filter(Boolean));
  for (const [name, [light, dark]] of Object.entries(activityTints)) {
    expect(iconColors[name]).toBe(`var(--tint-${name})`);
    for (const { colors } of Object.values(themes)) {
      const inTheDark = toDarkColors(colors);
      for (const surface of ["surface-white", "surface-light", "surface-grey"] as const) {
        expect(contrast(light, colors[surface]), `${name} on ${surface}`).toBeGreaterThan(3);
        expect(contrast(dark, inTheDark[surface]), `${name} on dark ${surface}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});
