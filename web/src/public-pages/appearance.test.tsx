import { themes } from "@clanhall/contract/themes";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Logo } from "../ui/logo.tsx";
import { themeStyles } from "../ui/themes.css.ts";

test("every theme sets every page-wide colour variable", () => {
  const rules = themeStyles().split("}").filter(Boolean);
  expect(rules).toHaveLength(Object.keys(themes).length);
  expect(rules[0]).toMatch(/^:root\{--primary:#4a6b4f;/);
  expect(rules[1]).toMatch(/^\[data-theme="forestTheme"\]\{--primary:#2f5d3a;/);
  for (const rule of rules) expect(rule.match(/--[a-z-]+:#/g)).toHaveLength(14);
});

test.each([
  [0, "1"],
  [2.5, "2.5"],
  [9, "4"],
])("a logo asked for lines of %d draws lines of %s", (asked, drawn) => {
  expect(renderToStaticMarkup(<Logo strokeWidth={asked} />)).toContain(`stroke-width="${drawn}"`);
});
