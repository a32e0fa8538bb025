import { expect, test } from "vitest";
import { defaultTheme, isThemeName, themes } from "./themes.ts";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

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
