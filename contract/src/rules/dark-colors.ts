import type { ThemeColor } from "../themes.ts";

type Colors = Record<ThemeColor, string>;
export type DarkColors = Colors & { "primary-hover": string };

interface Lch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** The colours activities can have, light and dark: each stands 3:1 and more on every surface of every theme. */
export const activityTints = {
  moss: ["#4a6b4f", "#92b697"],
  ocean: ["#275f8a", "#79b1e1"],
  violet: ["#6b3fa0", "#b998ea"],
  rust: ["#9a4420", "#ea906e"],
  amber: ["#845400", "#d4a05d"],
  rose: ["#a23a63", "#e88aa9"],
  teal: ["#0f6470", "#6eb8c5"],
  slate: ["#45525f", "#9eadbc"],
} as const;

const surfaceNames = ["surface-light", "surface-white", "surface-grey"] as const;
const texts = ["secondary", "tertiary", "success", "warning", "error", "info"] as const;

/**
 * A light theme's colours for the dark: the surfaces take their tint from the theme's lines, and every other colour
 * keeps its hue and is as light as its contrast asks for. Reckoned in OKLCH, in which equal steps look equal.
 */
export function toDarkColors(light: Colors): DarkColors {
  const tint = toLch(light["surface-grey"]);
  const toned = (lightness: number, share: number) =>
    toHex({ lightness, chroma: Math.min(tint.chroma * share, 0.022), hue: tint.hue });
  const neutral = {
    "surface-light": toned(0.19, 0.55),
    "surface-white": toned(0.235, 0.6),
    "surface-grey": toned(0.325, 0.7),
    "text-primary": toned(0.93, 0.5),
    "text-secondary": toned(0.775, 0.8),
  };
  const surfaces = surfaceNames.map((name) => neutral[name]);
  const standsOut = (least: number) => (hex: string) => surfaces.every((surface) => contrast(hex, surface) >= least);
  const primary = findButtonColor(light.primary);
  const lifted = texts.map((name) => [name, lift(light[name], { from: 0.74, most: 0.12, holds: standsOut(4.6) })]);
  return {
    ...neutral,
    primary,
    "primary-hover": toHex({ ...toLch(primary), lightness: toLch(primary).lightness - 0.05 }),
    "primary-light": lift(light["primary-light"], { from: 0.6, most: 0.1, holds: standsOut(3.1) }),
    "primary-dark": lift(light.primary, { from: 0.8, most: 0.1, holds: standsOut(4.6) }),
    ...(Object.fromEntries(lifted) as Pick<Colors, (typeof texts)[number]>),
  };
}

/** Buttons keep their white letters: the lightest colour on which these can be read. */
function findButtonColor(light: string): string {
  const { chroma, hue } = toLch(light);
  for (let step = 0; step <= 80; step++) {
    const hex = toHex({ lightness: 0.7 - step * 0.005, chroma: Math.min(chroma, 0.12), hue });
    if (contrast(hex, "#ffffff") >= 4.6) return hex;
  }
  throw new Error(`${light} cannot be made a button's colour`);
}

interface Lift {
  from: number;
  /** The most chroma it may have. */
  most: number;
  holds: (hex: string) => boolean;
}

/** The least lightness, in steps of 0.005, at which the colour holds. */
function lift(light: string, { from, most, holds }: Lift): string {
  const { chroma, hue } = toLch(light);
  for (let step = 0; from + step * 0.005 <= 0.97; step++) {
    const hex = toHex({ lightness: from + step * 0.005, chroma: Math.min(chroma, most), hue });
    if (holds(hex)) return hex;
  }
  throw new Error(`${light} cannot be made readable in the dark`);
}

/** How far two colours, such as "#4a6b4f", stand apart as text and background: 1 to 21, as WCAG reckons it. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): [red: number, green: number, blue: number] {
  const part = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function toLch(hex: string): Lch {
  const [red, green, blue] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** The chroma is lowered until a screen has the colour. */
function toHex({ lightness, chroma, hue }: Lch): string {
  for (let lowered = chroma; lowered > 0; lowered -= 0.002) {
    const parts = toRgb({ lightness, chroma: lowered, hue });
    if (parts.every((part) => part >= -0.0005 && part <= 1.0005)) return writeHex(parts);
  }
  return writeHex(toRgb({ lightness, chroma: 0, hue }));
}

function toRgb({ lightness, chroma, hue }: Lch): number[] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function writeHex(linear: number[]): string {
  const parts = linear.map((part) => {
    const value = Math.max(0, part);
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, encoded) * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
