import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { findBannedWord } from "./plain-words.mjs";
import { root } from "./source-files.ts";

/** The size and the shape of the product's code in numbers, to be compared from one change to the next. */
const sources = ["contract", "server", "web"]
  .flatMap((folder) => globSync(`${folder}/src/**/*.{ts,tsx,css}`, { cwd: root }))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.(?:test\.tsx?|generated\.ts)$|\/testing\//.test(path))
  .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").trimEnd().split("\n") }));
const code = sources.filter(({ path }) => !path.endsWith(".css"));
const styles = sources.filter(({ path }) => path.endsWith(".css"));
const packages = Object.keys(
  (JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: object }).packages,
);

function countLines(of: typeof sources, isCounted: (line: string) => boolean = () => true): number {
  return of.reduce((sum, { lines }) => sum + lines.filter(isCounted).length, 0);
}

function findAll(of: typeof sources, pattern: RegExp): string[] {
  return of.flatMap(({ lines }) => [...lines.join("\n").matchAll(pattern)].map(([found, part]) => part ?? found));
}

/** Names as the lint rule sees them: the elements of a page and its texts are none. */
function countBannedWords(): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    const isElement = ts.isJsxOpeningLikeElement(node.parent) || ts.isJsxClosingElement(node.parent);
    if (ts.isIdentifier(node) && !isElement && findBannedWord(node.text) !== null) count++;
    ts.forEachChild(node, visit);
  };
  for (const { path, lines } of code) {
    const file = ts.createSourceFile(path, lines.join("\n"), ts.ScriptTarget.Latest, true);
    ts.forEachChild(file, visit);
  }
  return count;
}

/** Rules of different selectors with the same declarations. */
function countRepeatedStyles(): number {
  const bodies = findAll(styles, /\{([^{}]{40,})\}/g).map((body) => body.replace(/\s+/g, " ").trim());
  return bodies.length - new Set(bodies).size;
}

/** Imports of another feature's queries. */
function countForeignQueries(): number {
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
  return code.reduce((sum, { path, lines }) => {
    const imported = [...lines.join("\n").matchAll(/from "(\.[^"]*queries\.ts)"/g)];
    const features = imported.map(([, file = ""]) => featureOf(posix.join(posix.dirname(path), file)));
    return sum + features.filter((feature) => feature && feature !== featureOf(path)).length;
  }, 0);
}

const sizes = code.map(({ lines }) => lines.length);
const total = countLines(code);
const rows = {
  "production files": code.length,
  "lines in a file, mean": Math.round(total / code.length),
  "lines in the largest file": Math.max(...sizes),
  "files with at most 30 lines": sizes.filter((size) => size <= 30).length,
  "production lines": total,
  "lines of imports": countLines(code, (line) => /^import\b/.test(line)),
  "lines of CSS": countLines(styles),
  "CSS rules that repeat another": countRepeatedStyles(),
  "imports of another feature's SQL": countForeignQueries(),
  "different px values": new Set(findAll(styles, /\d*\.?\d+px\b/g)).size,
  "different font sizes": new Set(findAll(styles, /font-size:\s*([^;]+);/g)).size,
  "different breakpoints": new Set(findAll(styles, /@media[^{]*width[^{]*?([\d.]+(?:em|px|rem))/g)).size,
  "files with Intl": code.filter(({ lines }) => lines.some((line) => /\bIntl\./.test(line))).length,
  "names with a banned word": countBannedWords(),
  "packages of Mantine": packages.filter((name) => name.includes("mantine")).length,
};
console.table(rows);
