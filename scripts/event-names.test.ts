import ts from "typescript";
import { expect, test } from "vitest";
import { boardEvents, clanEvents, topics } from "../contract/src/events.ts";
import { findNodes, readProductSources } from "./source-files.ts";

type Source = ReturnType<typeof readProductSources>[number];

/** Where topics and names are written down. */
const homes = new Set(["contract/src/events.ts", "server/src/events/topics.ts"]);
const kinds = Object.keys(topics);
/** Of the topics that only instances follow. */
const serverTopics = ["access", "signing-keys"];
const serverNames = ["session-ended", "membership-ended", "revoked"];
const names = new Set([...Object.keys(clanEvents), ...Object.keys(boardEvents), ...serverNames]);

/** Which argument of these calls is the topic; their types check the name. */
const topicArguments: Record<string, number> = {
  publishEvent: 1,
  publishLocally: 0,
  subscribe: 0,
  subscribeTopic: 0,
  countFollowers: 0,
  streamEvents: 3,
};

function isText(node: ts.Node | undefined): node is ts.StringLiteralLike | ts.TemplateExpression {
  return node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));
}

const isName = (node: ts.Node | undefined) =>
  node !== undefined && ts.isStringLiteralLike(node) && names.has(node.text);

/** Whether there is anything in a file that is worth the time to parse it. */
const isSuspect = new RegExp(`["'\`](?:(?:${[...names, ...serverTopics].join("|")})["'\`]|(?:${kinds.join("|")})s?/)`);

/** A topic that is put together by hand. */
function findTopics(source: Source): string[] {
  return findNodes(source, isText)
    .map((node) => (ts.isTemplateExpression(node) ? node.head.text : node.text))
    .filter((text) => kinds.some((kind) => text.startsWith(`${kind}/`) || text.startsWith(`${kind}s/`)));
}

/** A call that names its topic by a text, or a browser's listener that names its event so. */
function findCalls(source: Source): string[] {
  const calls = findNodes(source, ts.isCallExpression).filter((call) => {
    const callee = call.expression.getText().split(".").at(-1) ?? "";
    const topic = Object.hasOwn(topicArguments, callee) ? call.arguments[topicArguments[callee] ?? 0] : undefined;
    const isTopic = topic && ts.isStringLiteralLike(topic) && serverTopics.includes(topic.text);
    return isTopic || (callee === "addEventListener" && isName(call.arguments[0]));
  });
  return calls.map((call) => call.getText());
}

/** A name that is compared, where no type says that there is such an event. */
function findComparisons(source: Source): string[] {
  const isEvent = (node: ts.Node) => /\b(?:name|event|eventName)$/.test(node.getText());
  const compared = findNodes(source, ts.isBinaryExpression).filter(
    ({ left, right }) => (isEvent(left) && isName(right)) || (isEvent(right) && isName(left)),
  );
  const cases = findNodes(source, ts.isCaseClause).filter(
    ({ expression, parent }) => isName(expression) && isEvent(parent.parent.expression),
  );
  return [...compared, ...cases].map((node) => node.getText());
}

function findAll(source: Source): string[] {
  if (!isSuspect.test(source.text)) return [];
  const found = [findTopics, findCalls, findComparisons].flatMap((find) => find(source));
  return found.map((text) => `${source.path}: ${text}`);
}

test("topics and names of events stand in the contract, and nowhere else as texts", () => {
  const sources = readProductSources(["contract/src", "server/src", "web/src"]);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ path }) => !homes.has(path)).flatMap(findAll)).toEqual([]);
});

test.each([
  "publishEvent(tx, `clan/${id}`, 'entries', data)",
  'const topic = "board/1";',
  "const topic = `boards/${id}`;",
  'hub.subscribe("signing-keys", "revoked", run)',
  'if (event.name === "resync") run();',
  'switch (name) { case "entries": run(); }',
  'stream.addEventListener("standings", run)',
])("the check finds %s", (text) => {
  expect(findAll({ path: "some.ts", text })).not.toEqual([]);
});

test.each([
  'publishEvent(tx, topics.clan(id), "entries", data)',
  "followClan(clanId, { entries: run, resync: run })",
  'if (tab === "entries") run();',
])("the check lets %s pass", (text) => {
  expect(findAll({ path: "some.ts", text })).toEqual([]);
});
