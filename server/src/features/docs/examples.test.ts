import type { Endpoint } from "@clanhall/contract/endpoint";
import { expect, test } from "vitest";
import { acceptsIdempotencyKey } from "../../http/idempotency.ts";
import { openBoard } from "../../testing/board-results.ts";
import { daysAgo } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { botExamples, night } from "./examples.ts";

const world = await sharedApp();

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

function readParts(page: string, part: string): string[] {
  const blocks = page.matchAll(new RegExp(`<pre tabindex="0" data-part="${part}">(.*?)</pre>`, "gs"));
  return [...blocks].map(([, text = ""]) => text.replaceAll(/&[a-z#\d]+;/g, (entity) => entities[entity] ?? entity));
}

/** What a shell would make of the page's curl line. */
function readCurl(command: string) {
  const [, method = "GET", url = ""] = /^curl (?:-X (\w+) )?"([^"]+)"/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const payload = /-d '([^']*)'/.exec(command)?.[1];
  return { method: method as "GET" | "PUT", url, headers: Object.fromEntries(headers), ...(payload && { payload }) };
}

async function openNight() {
  const board = await openBoard(world);
  const made = await board.owner.send("POST", `/api/clans/${board.clan.id}/tokens`, {
    name: "Raid counter",
    scopes: ["entries:write", "entries:read", "scoreboards:read"],
  });
  const pairs: [shown: string, real: string][] = [
    [night.clan, board.clan.id],
    [night.board, board.boardId],
    [night.raids, board.activityId],
    [night.ann, board.owner.memberId],
    [night.kara, board.kara.memberId],
    [night.tom, board.tom.memberId],
    ["2026-02-26", daysAgo(6)],
    [night.lockedDay, daysAgo(30)],
    [night.day, daysAgo(1)],
    [night.today, daysAgo(0)],
    ["clh_…", made.json().token],
  ];
  return {
    toReal: (text: string) => pairs.reduce((result, [shown, real]) => result.replaceAll(shown, real), text),
    /** With what differs from one run to the next left out: moments, the label of a range, made-up names. */
    toShown: (text: string) =>
      hideChance(pairs.reduce((result, [shown, real]) => result.replaceAll(real, shown), text)),
  };
}

function hideChance(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "a moment")
    .replaceAll(/"(label|request_id|version)": ?"[^"]+"/g, '"$1":"…"');
}

/** JSON whatever its spaces, and lines as a page shows them. */
function toComparable(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : text.replaceAll("\r\n", "\n");
}

test("whoever follows the page's examples one after the other gets the answers that it shows", async () => {
  const { body: page } = await world.visitor.get("/api/docs");
  const { toReal, toShown } = await openNight();
  const [requests, answers] = [readParts(page, "request"), readParts(page, "answer")];
  expect([requests.length, answers.length]).toEqual([botExamples.length, botExamples.length]);
  for (const [index, { title, status }] of botExamples.entries()) {
    const answer = await world.app.server.inject(readCurl(toReal(requests[index] ?? "")));
    expect(answer.statusCode, title).toBe(status);
    const [real, shown] = [toShown(answer.payload), hideChance(answers[index] ?? "")];
    expect(toComparable(real), title).toEqual(toComparable(shown));
  }
});

test("a bot that sends back the ETag of the day it has learns that nothing changed", async () => {
  const { body: page } = await world.visitor.get("/api/docs");
  const { toReal } = await openNight();
  const request = readCurl(toReal(readParts(page, "request")[0] ?? ""));
  const { headers } = await world.app.server.inject(request);
  const again = { ...request, headers: { ...request.headers, "if-none-match": String(headers.etag) } };
  expect((await world.app.server.inject(again)).statusCode).toBe(304);
});

test("what the page shows fits the schemas of the calls", () => {
  for (const { title, endpoint, params, query, body } of botExamples) {
    expect(endpoint.params?.safeParse(params).error, title).toBeUndefined();
    expect(endpoint.query?.safeParse(query ?? {}).error, title).toBeUndefined();
    expect(endpoint.body?.safeParse(body).error, title).toBeUndefined();
  }
  const answered = botExamples.filter(({ status, endpoint }) => status === 200 && !endpoint.content);
  expect(answered.length).toBeGreaterThan(3);
  for (const { title, endpoint, answer } of answered) {
    expect(endpoint.response.safeParse(answer).error, title).toBeUndefined();
  }
});

test("a bot's author finds under each scope the calls that it opens, and none of them takes a key", async () => {
  const { body: page } = await world.visitor.get("/api/docs");
  const calls = world.app.routes.flatMap(({ method, endpoint }) => (endpoint && method !== "HEAD" ? [endpoint] : []));
  const scopes = page.matchAll(/<dt><code>([a-z:]+)<\/code><\/dt><dd>(.*?)<\/dd>/gs);
  const listed = Object.fromEntries(
    [...scopes].map(([, scope = "", text = ""]) => [
      scope,
      [...text.matchAll(/<code>(\w+ [^<]+)<\/code>/g)].map(([, call]) => call),
    ]),
  );
  const open = calls.filter((call): call is Endpoint & { token: string } => call.token !== undefined);
  const declared = Object.groupBy(open, ({ token }) => token);
  expect(Object.keys(listed)).toHaveLength(4);
  for (const [scope, group = []] of Object.entries(declared)) {
    expect(listed[scope]).toEqual(group.map(({ method, path }) => `${method} ${path}`));
  }
  expect(open.filter(acceptsIdempotencyKey)).toEqual([]);
});
