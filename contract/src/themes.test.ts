import { expect, test } from "vitest";
import { contrast } from "./rules/dark-colors.ts";
import { defaultTheme, isThemeName } from "./theme-choice.ts";
import { themes } from "./themes.ts";

const texts = [
  "text-primary",
  "text-secondary",
  "primary",
  "secondary",
  "tertiary",
  "success",
  "warning",
  "error",
  "info",
] as const;
const surfaces = ["surface-white", "surface-light", "surface-grey"] as const;

test.each(Object.entries(themes))("every text colour of %s is readable on every surface", (_name, { colors }) => {
  for (const text of texts) {
    for (const surface of surfaces) {
      expect(contrast(colors[text], colors[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("there are five themes, and the sand one is the default", () => {
  expect(Object.keys(themes)).toHaveLength(5);
  expect(themes[defaultTheme].label).toBe("Default (Sand and Sage)");
  expect(isThemeName("oceanTheme")).toBe(true);
  expect(isThemeName("toString")).toBe(false);
});
