import type { Plugin } from "vite";
import { appStyles } from "./app-styles.ts";

const sheets: Record<string, () => string> = {
  "virtual:theme-variables.css": appStyles,
};

/** Turns the functions that write style sheets into files of the build: nothing has to write a style at run time. */
export function generatedStyles(): Plugin {
  return {
    name: "generated-styles",
    resolveId: (id) => (id in sheets ? id : null),
    load: (id) => sheets[id]?.() ?? null,
  };
}
