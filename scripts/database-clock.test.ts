import ts from "typescript";
import { expect, test } from "vitest";
import { findNodes, readProductSources } from "./source-files.ts";

/** What serves people and runs jobs; docs/decisions/037-database-time.md. */
const judging = ["access", "clan", "events", "features", "jobs", "mail", "outbox"].map((one) => `server/src/${one}`);

/** Where the machine's own clock is the right one: nobody's day and nothing that expires hangs on it. */
const ownClock = [
  // Since when this process runs, for admins; read before there is a database.
  "server/src/features/app-admins/overview.ts: Date.now",
  // By how much this machine's clock is off Discord's.
  "server/src/features/discord/setup.ts: Date.now",
  // For how long this process still holds back calls to Discord.
  ...Array<string>(5).fill("server/src/features/webhooks/discord-bot.ts: Date.now"),
  "server/src/features/webhooks/discord-client.ts: Date.now",
];

/** Whatever reads the machine's clock, or hands it over to be read. */
function findReadings(path: string, text: string): string[] {
  return findNodes({ path, text }, ts.isIdentifier)
    .filter((name) => name.text === "Date" && !ts.isTypeNode(name.parent) && !isHarmless(name.parent))
    .map((name) => `${path}: ${name.parent.getText()}`);
}

function isHarmless(parent: ts.Node): boolean {
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text !== "now";
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
}

test("F15: what decides a day or whether something is over asks the database's clock", () => {
  const sources = readProductSources(judging);
  expect(sources.length).toBeGreaterThan(300);
  const telling = sources.filter(({ text }) => /\bDate\b/u.test(text));
  expect(telling.flatMap(({ path, text }) => findReadings(path, text)).toSorted()).toEqual(ownClock);
}, 60_000);

test.each([
  "const load = (now = new Date()) => now",
  "const today = new Date().toISOString()",
  "const since = Date.now()",
  "const limits = { perf: Date }",
  "const read = Date.now",
  "const text = Date()",
  "const now = new Date",
])("F15: the check notices %s", (code) => {
  expect(findReadings("a.ts", code)).toHaveLength(1);
});

test.each([
  "const at = new Date(ms)",
  "const ms = Date.parse(text) + Date.UTC(2026, 1)",
  "const isDate = value instanceof Date",
  "function load(now: Date): Promise<Date[]> { return sql<Date>`now()` }",
  "const now = currentTime()",
])("F15: the check lets %s pass", (code) => {
  expect(findReadings("a.ts", code)).toEqual([]);
});
