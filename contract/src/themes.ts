/** The five light themes a user can choose, each a full set of the page-wide colour variables. */
export const themes = {
  tavernTheme: {
    label: "Default (Sand and Sage)",
    colors: {
      primary: "#4A6B4F",
      "primary-light": "#8CA88F",
      "primary-dark": "#2F4833",
      secondary: "#7D5F3C",
      tertiary: "#8A5810",
      "surface-white": "#FFFDF8",
      "surface-light": "#F8F3E8",
      "surface-grey": "#E9E1D2",
      "text-primary": "#2B2A26",
      "text-secondary": "#575348",
      success: "#2A7046",
      warning: "#8A5200",
      error: "#B3261E",
      info: "#275F8A",
    },
  },
  forestTheme: {
    label: "Forest (Moss and Pine)",
    colors: {
      primary: "#2F5D3A",
      "primary-light": "#7FA67B",
      "primary-dark": "#1B3B25",
      secondary: "#526A2C",
      tertiary: "#7C5E14",
      "surface-white": "#FCFEFB",
      "surface-light": "#F1F6EE",
      "surface-grey": "#DDE7D8",
      "text-primary": "#1F2A22",
      "text-secondary": "#475549",
      success: "#1F6F43",
      warning: "#855000",
      error: "#AE241C",
      info: "#1F5F86",
    },
  },
  oceanTheme: {
    label: "Ocean (Teal and Navy)",
    colors: {
      primary: "#0F6470",
      "primary-light": "#62A7AF",
      "primary-dark": "#09424A",
      secondary: "#1F3A68",
      tertiary: "#9A4E1C",
      "surface-white": "#FBFEFF",
      "surface-light": "#EEF6F8",
      "surface-grey": "#D6E6EA",
      "text-primary": "#14253A",
      "text-secondary": "#40536A",
      success: "#17694A",
      warning: "#834C00",
      error: "#AE2320",
      info: "#1C5B93",
    },
  },
  amethystTheme: {
    label: "Amethyst (Violet and Lilac)",
    colors: {
      primary: "#6B3FA0",
      "primary-light": "#AE93D4",
      "primary-dark": "#462472",
      secondary: "#7C4B93",
      tertiary: "#A23A63",
      "surface-white": "#FFFDFF",
      "surface-light": "#F7F2FB",
      "surface-grey": "#E8DFF1",
      "text-primary": "#2A2035",
      "text-secondary": "#564A66",
      success: "#23694A",
      warning: "#834D00",
      error: "#AF2230",
      info: "#2B5A96",
    },
  },
  slateTheme: {
    label: "Slate (Cool Grey)",
    colors: {
      primary: "#465365",
      "primary-light": "#93A1B4",
      "primary-dark": "#2A3546",
      secondary: "#365673",
      tertiary: "#715337",
      "surface-white": "#FFFFFF",
      "surface-light": "#F3F5F8",
      "surface-grey": "#DFE4EA",
      "text-primary": "#1E2530",
      "text-secondary": "#4A5565",
      success: "#216A48",
      warning: "#7F4C00",
      error: "#AD2420",
      info: "#255C8C",
    },
  },
} as const;

export type ThemeName = keyof typeof themes;
export type ThemeColor = keyof (typeof themes)[ThemeName]["colors"];

export const defaultTheme: ThemeName = "tavernTheme";
export const themeStorageKey = "ui_theme";
export const themeChangeEvent = "theme:change";

/** Light or dark, beside the theme; "device" goes by what the device is set to. */
export const appearances = ["light", "dark", "device"] as const;
export type Appearance = (typeof appearances)[number];
export const appearanceStorageKey = "ui_appearance";
export const darkDevice = "(prefers-color-scheme: dark)";

export function isThemeName(value: string): value is ThemeName {
  return Object.hasOwn(themes, value);
}
