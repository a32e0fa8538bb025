/** The themes, each by the colour that a browser paints around the page. All their colours are loaded by who shows them. */
export const mainColors = {
  tavernTheme: "#4A6B4F",
  forestTheme: "#2F5D3A",
  oceanTheme: "#0F6470",
  amethystTheme: "#6B3FA0",
  slateTheme: "#465365",
} as const;

export type ThemeName = keyof typeof mainColors;

export const defaultTheme: ThemeName = "tavernTheme";
export const themeStorageKey = "ui_theme";
export const themeChangeEvent = "theme:change";

/** Light or dark, beside the theme; "device" goes by what the device is set to. */
export const appearances = ["light", "dark", "device"] as const;
export type Appearance = (typeof appearances)[number];
export const appearanceStorageKey = "ui_appearance";
export const darkDevice = "(prefers-color-scheme: dark)";

export function isThemeName(value: string): value is ThemeName {
  return Object.hasOwn(mainColors, value);
}
