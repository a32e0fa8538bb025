import { defaultTheme, themes } from "@clanhall/contract/themes";

/** The page-wide colour variables of every theme; the default one holds while no theme is chosen. */
export function themeStyles(): string {
  return Object.entries(themes)
    .map(([name, { colors }]) => `${selectorOf(name)}{${declarations(colors)}}`)
    .join("");
}

function selectorOf(name: string): string {
  return name === defaultTheme ? ":root" : `[data-theme="${name}"]`;
}

function declarations(colors: Record<string, string>): string {
  return Object.entries(colors)
    .map(([variable, value]) => `--${variable}:${value.toLowerCase()}`)
    .join(";");
}
