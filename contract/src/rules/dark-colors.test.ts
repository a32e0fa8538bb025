import { expect, test } from "vitest";
import { type ThemeName } from "../theme-choice.ts";
import { type ThemeColor, themes } from "../themes.ts";
import { contrast, toDarkColors } from "./dark-colors.ts";

const names = Object.keys(themes) as ThemeName[];
const surfaces = ["surface-light", "surface-white", "surface-grey"] as const;
const texts = [
  "text-primary",
  "text-secondary",
  "primary-dark",
  "secondary",
  "tertiary",
  "success",
  "warning",
  "error",
  "info",
] as const satisfies ThemeColor[];

/** As in CSS: so much of one colour in another. */
function mix(one: string, share: number, other: string): string {
  const parts = [1, 3, 5].map((start) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(start, start + 2), 16));
    return Math.round((a ?? 0) * share + (b ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

test("the dark colours of the sand theme are these", () => {
  expect(toDarkColors(themes.tavernTheme.colors)).toEqual({
    "surface-light": "#16130e",
    "surface-white": "#211e17",
    "surface-grey": "#38342b",
    "text-primary": "#ebe7e0",
    "text-secondary": "#bbb5aa",
    primary: "#5b7d60",
    "primary-hover": "#4d6e52",
    "primary-light": "#6d8870",
    "primary-dark": "#a5c9a9",
    secondary: "#c5a47f",
    tertiary: "#d59f5f",
    success: "#78bd8f",
    warning: "#da9c5c",
    error: "#ed8c7f",
    info: "#79b1e1",
  });
});

test.each(names)("in the dark, everything of %s can be read and told apart", (name) => {
  const dark = toDarkColors(themes[name].colors);
  const card = dark["surface-white"];
  for (const surface of surfaces) {
    for (const text of texts) expect(contrast(dark[text], dark[surface]), `${text}, ${surface}`).toBeGreaterThan(4.5);
    expect(contrast(dark["primary-light"], dark[surface]), `line, ${surface}`).toBeGreaterThan(3);
  }
  for (const fill of ["primary", "primary-hover"] as const) {
    expect(contrast("#ffffff", dark[fill]), `white, ${fill}`).toBeGreaterThan(4.5);
  }
  for (const state of ["success", "warning", "error", "info"] as const) {
    expect(contrast(dark["surface-light"], dark[state]), `on ${state}`).toBeGreaterThan(4.5);
    const tone = mix(dark[state], 0.14, card);
    expect(contrast(mix(dark[state], 0.8, "#ffffff"), tone), `tone of ${state}`).toBeGreaterThan(4.5);
    expect(contrast(dark["text-primary"], tone), `text on the tone of ${state}`).toBeGreaterThan(4.5);
    expect(contrast(mix(dark[state], 0.66, card), card), `area of ${state}`).toBeGreaterThan(3);
  }
  expect(contrast(mix(dark["text-secondary"], 0.6, card), card), "border of a field").toBeGreaterThan(3);
  expect(contrast(dark["primary-dark"], mix(dark.primary, 0.22, card)), "the current tab").toBeGreaterThan(4.5);
});

test.each(names)("the steps of a calendar of %s can be read in both appearances", (name) => {
  const light = themes[name].colors;
  for (const colors of [light, toDarkColors(light)]) {
    for (const share of [0.18, 0.36, 0.58]) {
      const step = mix(colors.primary, share, colors["surface-white"]);
      expect(contrast(colors["text-primary"], step), String(share)).toBeGreaterThan(4.5);
    }
  }
});
