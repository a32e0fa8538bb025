import { activityTints, toDarkColors } from "@clanhall/contract/rules/dark-colors";
import { defaultTheme } from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import { declarations, themeStyles } from "../src/ui/core/themes.css.ts";

/** The colour variables of the app, in both appearances. Public pages stay light and have only the themes. */
export function appStyles(): string {
  const dark = Object.entries(themes).map(
    ([name, { colors }]) => `${darkSelectorOf(name)}{${declarations(toDarkColors(colors))}}`,
  );
  return `${themeStyles()}:root{${tints(0)}}${dark.join("")}[data-appearance="dark"]{${tints(1)}}`;
}

function darkSelectorOf(name: string): string {
  const theme = name === defaultTheme ? "" : `[data-theme="${name}"]`;
  return `[data-appearance="dark"]${theme}`;
}

function tints(at: 0 | 1): string {
  return declarations(
    Object.fromEntries(Object.entries(activityTints).map(([name, pair]) => [`tint-${name}`, pair[at]])),
  );
}
