import { defaultTheme } from "@clanhall/contract/theme-choice";
import { type ThemeColor, themes } from "@clanhall/contract/themes";

/** The page-wide colour variables of every theme; the default one holds while no theme is chosen. */
export function themeStyles(unused: ThemeColor[] = []): string {
  return Object.entries(themes)
    .map(([name, { colors }]) => `${selectorOf(name)}{${declarations(colors, unused)}}`)
    .join("");
}

function selectorOf(name: string): string {
  return name === defaultTheme ? ":root" : `[data-theme="${name}"]`;
}

export function declarations(colors: Record<string, string>, unused: string[] = []): string {
  return Object.entries(colors)
    .filter(([variable]) => !unused.includes(variable))
    .map(([variable, value]) => `--${variable}:${value.toLowerCase()}`)
    .join(";");
}
