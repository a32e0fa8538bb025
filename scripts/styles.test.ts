import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

interface Rule {
  path: string;
  selector: string;
  declarations: string[];
  /** The comment inside the rule or right above it. */
  comment: string;
}

/** Component styles take their measures from the tokens; lines of up to 3 px are drawn as they are. */
const measured = /^(?:font|font-size|(?:row-|column-)?gap|padding(?:-\w+)*|margin(?:-\w+)*|border(?:-\w+)*-radius)$/;
const finest = 3;
/** A phone, and a window too narrow for two columns. */
const breakpoints = new Set(["48em", "62em"]);

const sheets = globSync("web/src/**/*.module.css", { cwd: root }).map((path) => ({
  path: path.replaceAll("\\", "/"),
  text: readFileSync(join(root, path), "utf8"),
}));
const rules = sheets.flatMap(({ path, text }) => readRules(path, text));

function readRules(path: string, text: string): Rule[] {
  return [...text.matchAll(/\s*((?:\/\*[^*]*\*\/\s*)?)([^{};]+)\{([^{}]*)\}/g)].map(
    ([, above = "", selector = "", body = ""]) => ({
      path,
      selector: selector.replace(/\/\*[^*]*\*\//g, "").trim(),
      declarations: body
        .replace(/\/\*[^*]*\*\//g, "")
        .split(/;\s*\n/)
        .map((declaration) => declaration.replace(/\s+/g, " ").trim())
        .filter(Boolean),
      comment: above + (/\/\*[^*]*\*\//.exec(body)?.[0] ?? ""),
    }),
  );
}

function findDeclarations(isWrong: (property: string, value: string, rule: Rule) => boolean): string[] {
  return rules.flatMap((rule) =>
    rule.declarations
      .filter((declaration) => {
        const [property = "", ...value] = declaration.split(": ");
        return isWrong(property, value.join(": "), rule);
      })
      .map((declaration) => `${rule.path} ${rule.selector}: ${declaration}`),
  );
}

test("reads the styles of the app", () => {
  expect(rules.length).toBeGreaterThan(500);
});

test("spaces, radii and text sizes are tokens", () => {
  const wrong = findDeclarations((property, value) => {
    if (!measured.test(property)) return false;
    if (property === "font-size" && !/^(?:var\(--text-\w+\)|inherit)$/.test(value)) return true;
    const measures = [...value.matchAll(/([\d.]+)(px|rem)\b/g)];
    return measures.some(([, size, unit]) => unit === "rem" || Number(size) > finest);
  });
  expect(wrong).toEqual([]);
});

test("two widths of the window change the layout", () => {
  const widths = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/@media[^{]*?width[^{]*?([\d.]+(?:em|rem|px))/g)].map(([, width = ""]) => ({ path, width })),
  );
  expect(widths.filter(({ width }) => !breakpoints.has(width))).toEqual([]);
});

test("colours follow the appearance, except where a comment says why", () => {
  const fixed = findDeclarations(
    (_, value, { comment }) => /#(?:fff|000)(?:fff|000)?\b/i.test(value.replace(/url\([^)]*\)/g, "")) && !comment,
  );
  expect(fixed).toEqual([]);
});

test("no two rules say the same", () => {
  const bodies = Object.groupBy(
    rules.filter(({ declarations }) => declarations.length >= 3),
    ({ declarations }) => declarations.toSorted().join("; "),
  );
  const repeated = Object.values(bodies).filter((same) => same && same.length > 1);
  expect(repeated.map((same) => same?.map(({ path, selector }) => `${path} ${selector}`))).toEqual([]);
});
