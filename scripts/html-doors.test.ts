import ts from "typescript";
import { expect, test } from "vitest";
import { findNodes, readProductSources } from "./source-files.ts";

/** Words by which a text becomes part of a page, or runs. */
const doors = new Set([
  "dangerouslySetInnerHTML",
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "setHTML",
  "setHTMLUnsafe",
  "parseHTMLUnsafe",
  "createContextualFragment",
  "write",
  "writeln",
  "srcdoc",
  "srcDoc",
  "parseFromString",
  "eval",
  "Function",
]);
const isDocument = /^(?:\w+\.)*document$/iu;

type Name = ts.Identifier | ts.StringLiteralLike;

function findDoors(path: string, text: string): string[] {
  return findNodes({ path, text }, isName)
    .filter((name) => doors.has(name.text) && !isHarmless(name))
    .map((name) => `${path}: ${name.parent.getText()}`);
}

function isName(node: ts.Node): node is Name {
  return ts.isIdentifier(node) || (ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent));
}

/** Types, and what is written to something other than a document. */
function isHarmless({ text, parent }: Name): boolean {
  if (ts.isTypeNode(parent)) return true;
  const isWriting = text === "write" || text === "writeln";
  return isWriting && !(ts.isPropertyAccessExpression(parent) && isDocument.test(parent.expression.getText()));
}

test("S45: no text becomes HTML of a page, but for one reader of what was cleaned", () => {
  const sources = readProductSources(["web/src"]);
  expect(sources.length).toBeGreaterThan(200);
  const telling = sources.filter(({ text }) => [...doors].some((door) => text.includes(door)));
  expect(telling.flatMap(({ path, text }) => findDoors(path, text))).toEqual([
    // Reads what the cleaner left, to see whether it came to rest.
    "web/src/features/bulletins/content.tsx: holder.innerHTML",
  ]);
}, 60_000);

test.each([
  "<p dangerouslySetInnerHTML={{ __html: text }} />",
  "const props = { dangerouslySetInnerHTML: { __html: text } };",
  "element.innerHTML = text",
  'element["innerHTML"] = text',
  "element.outerHTML = text",
  'element.insertAdjacentHTML("beforeend", text)',
  "document.write(text)",
  "<iframe srcDoc={text} />",
  "new Function(text)",
  "eval(text)",
])("S45: the check notices %s", (code) => {
  expect(findDoors("a.tsx", code).length).toBeGreaterThan(0);
});
