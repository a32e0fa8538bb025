import ts from "typescript";
import { expect, test } from "vitest";
import { isCatastrophic } from "./ambiguous-patterns.ts";
import { findNodes, readProductSources } from "./source-files.ts";

test.each([
  "(a+)+$",
  "(a*)*b",
  "(a|a)*$",
  "(a|aa)+$",
  "(?:(?:a?|b?)c)*d",
  "^(\\w+\\s?)*$",
  "^([a-zA-Z0-9])(([-.]|_+)?([a-zA-Z0-9]+))*@x$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(?=(a+)+$)b",
  "^(?:[^<]|<[^>]*>|<)*$",
  "(x+x+)+y",
  "(?:\\d+|[0-9a-f]+)*g",
  "^(?:\\p{L}|é)*$",
  "(?:a{1,9}){2,}b",
])("S50: the check knows that /%s/ is catastrophic", (source) => {
  expect(isCatastrophic(source, "u")).toBe(true);
});

test.each([
  "a+b+c*",
  '^(?:[^"\\\\]|\\\\.)*$',
  "^(\\d+,)*\\d+$",
  '(?:"[^"]*"|[^>"])*>',
  "^-?\\d{1,3}(([.,])\\d{2,3}(\\2\\d{2,3})*\\2\\d{3}|[.,]\\d{3})$",
  "(?<year>\\d{4})-(?!00)\\d\\d",
  "^[\\w-]{43}$",
])("S50: the check lets /%s/ pass", (source) => {
  expect(isCatastrophic(source, "u")).toBe(false);
});

const sources = readProductSources(["contract/src", "server/src", "web/src"]);

test("S50: no pattern of ours can be made to try for ever", () => {
  const patterns = sources.flatMap((source) =>
    findNodes(source, ts.isRegularExpressionLiteral).map(({ text }) => ({ path: source.path, text })),
  );
  expect(patterns.length).toBeGreaterThan(200);
  const bad = patterns.filter(({ text }) => {
    const end = text.lastIndexOf("/");
    return isCatastrophic(text.slice(1, end), text.slice(end + 1));
  });
  expect(bad).toEqual([]);
}, 60_000);

test("S50: nothing that people write becomes a pattern", () => {
  const made = sources.flatMap((source) =>
    findNodes(source, isMade).map((call) => `${source.path}: ${call.arguments?.[0]?.getText()}`),
  );
  expect(made).toEqual([
    expect.stringMatching(/^server\/src\/features\/bulletins\/stored-content\.ts: .*\bbulletinTags\b/),
  ]);
}, 60_000);

function isMade(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp";
}
