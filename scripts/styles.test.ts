import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

interface Rule {
  path: string;
  selector: string;
  declarations: string[];
  /** Of what stands between its braces, comments aside. */
  length: number;
  /** The comment inside the rule or right above it. */
  comment: string;
}

/** Component styles take their measures from the tokens; lines of up to 3 px are drawn as they are. */
const isComponent = ({ path }: { path: string }) => path.endsWith(".module.css");
const measured = /^(?:font|font-size|(?:row-|column-)?gap|padding(?:-\w+)*|margin(?:-\w+)*|border(?:-\w+)*-radius)$/;
const finest = 3;
/** The largest of the bars, marks and controls; 999 px round an edge off. */
const largest = 64;
/** A phone, and a window too narrow for two columns. */
const breakpoints = new Set(["48em", "62em"]);

/** Two rules that say this much alike are one rule, or share a class, a token or a part of the kit. */
const repeatedFrom = 40;

const sheets = globSync("web/src/**/*.css", { cwd: root }).map((path) => ({
  path: path.replaceAll("\\", "/"),
  text: readFileSync(join(root, path), "utf8"),
}));
const rules = sheets.flatMap(({ path, text }) => readRules(path, text));

function readRules(path: string, text: string): Rule[] {
  return [...text.matchAll(/\s*((?:\/\*[^*]*\*\/\s*)?)([^{};]+)\{([^{}]*)\}/g)].map(
    ([, above = "", selector = "", body = ""]) => ({
      path,
      length: body.replace(/\/\*[^*]*\*\//g, "").length,
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

test("reads the styles of the app and of the public pages", () => {
  expect(rules.filter(isComponent).length).toBeGreaterThan(500);
  expect(rules.filter(({ path }) => path.includes("/public-pages/")).length).toBeGreaterThan(100);
});

test("spaces, radii and text sizes are tokens", () => {
  const wrong = findDeclarations((property, value, rule) => {
    // The first headings of public pages grow with the window.
    if (property === "font-size" && !/^(?:var\(--text-\w+\)|inherit|(?:clamp|min)\(.*)$/.test(value)) return true;
    // The public pages space their parts by themselves.
    if (!measured.test(property) || !isComponent(rule)) return false;
    const measures = [...value.matchAll(/([\d.]+)(px|rem)\b/g)];
    return measures.some(([, size, unit]) => unit === "rem" || Number(size) > finest);
  });
  expect(wrong).toEqual([]);
});

test("what holds text is measured in rem, so that it grows with the text", () => {
  const large = findDeclarations((_, value) =>
    [...value.matchAll(/([\d.]+)px\b/g)].some(([, size]) => Number(size) > largest && size !== "999"),
  );
  expect(large).toEqual([]);
});

test("two widths of the window change the layout", () => {
  const widths = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/@media[^{]*?width[^{]*?([\d.]+(?:em|rem|px))/g)].map(([, width = ""]) => ({ path, width })),
  );
  expect(widths.filter(({ width }) => !breakpoints.has(width))).toEqual([]);
});

test("colours follow the appearance, except where a comment says why", () => {
  const isFixed = (value: string) => /#(?:fff|000)(?:fff|000)?\b/i.test(value.replace(/url\([^)]*\)/g, ""));
  // The public pages stay light.
  const fixed = findDeclarations((_, value, rule) => isComponent(rule) && isFixed(value) && !rule.comment);
  expect(fixed).toEqual([]);
});

test("every token is used", () => {
  const tokens = readFileSync(join(root, "web/src/ui/core/tokens.css"), "utf8");
  const sources = globSync("web/src/**/*.{css,ts,tsx}", { cwd: root }).map((path) =>
    readFileSync(join(root, path), "utf8"),
  );
  const used = new Set(sources.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)));
  const names = [...tokens.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name);
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

test("no two rules say the same", () => {
  const bodies = Object.groupBy(
    rules.filter(({ length }) => length >= repeatedFrom),
    ({ declarations }) => declarations.toSorted().join("; "),
  );
  const repeated = Object.values(bodies).filter((same) => same && same.length > 1);
  expect(repeated.map((same) => same?.map(({ path, selector }) => `${path} ${selector}`))).toEqual([]);
});
