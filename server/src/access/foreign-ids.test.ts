import { usualRules } from "@clanhall/contract/attention";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { toCursor } from "../http/cursor.ts";
import type { DeclaredRoute } from "../http/route.ts";
import {
  addClanWithIds,
  fileOf,
  type Ids,
  idNames,
  layoutOf,
  lockedDay,
  webhookUrl,
} from "../testing/clan-with-ids.ts";
import { type DiscordWorld, openDiscordWorld } from "../testing/fake-discord-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let opened: DiscordWorld;
let world: TestApp;
let game: { game_id: string; key: string };
beforeAll(async () => {
  opened = await openDiscordWorld();
  ({ world } = opened);
  const ofGame = world.db.selectFrom("games").select(["id", "templates"]).where("slug", "=", "clash-royale");
  const { id, templates } = await ofGame.executeTakeFirstOrThrow();
  game = { game_id: id, key: templates[0]?.key ?? "" };
});
afterAll(() => opened.close());

const createFixture = (label: string) => addClanWithIds(opened, label);

type Pick = (name: keyof Ids) => string;

/** What a board names of its clan. */
function boardOf(pick: Pick) {
  return { activities: [{ activity_id: pick("activity") }], members: { kind: "chosen", ids: [pick("member")] } };
}

/** A role for the best of a board. */
function roleRuleOf(pick: Pick, count: number) {
  const rule = { kind: "top", scoreboard_id: pick("board"), count };
  return { guild_id: pick("guild"), role_id: pick("role"), rule };
}

/** Bodies that get as far as the rows they name; a call that is not here is sent none. */
const bodies: Record<string, (pick: Pick) => object> = {
  "POST /api/invites": (pick) => ({ clanMemberId: pick("player"), replace: true }),
  "POST /api/invites/:invite/extend": () => ({ expiresInHours: 24 }),
  "PATCH /api/clans/:clanId": () => ({ version: 1, name: "Renamed" }),
  "PUT /api/clans/:clanId/main-board": (pick) => ({ scoreboard_id: pick("board") }),
  "DELETE /api/clans/:clanId": () => ({ name: "Night Owls" }),
  "POST /api/clans/:clanId/transfer": (pick) => ({ member_id: pick("member") }),
  "POST /api/clans/:clanId/members": (pick) => ({ name: "New one", main_member_id: pick("member") }),
  "PATCH /api/clans/:clanId/members/:memberId": (pick) => ({
    version: 1,
    name: "Renamed",
    officer_note: "seen",
    main_member_id: pick("player"),
  }),
  "PUT /api/clans/:clanId/members/:memberId/aliases": () => ({ version: 1, aliases: ["Else"] }),
  "PUT /api/clans/:clanId/members/:memberId/role": () => ({ role: "maintainer" }),
  "POST /api/clans/:clanId/members/bulk": (pick) => ({
    member_ids: [pick("member"), pick("player")],
    action: "inactivate",
  }),
  "POST /api/clans/:clanId/members/import": () => ({ rows: [{ name: "Imported" }], dry_run: false }),
  "POST /api/clans/:clanId/activities": () => ({ name: "New", short_label: "New" }),
  "PATCH /api/clans/:clanId/activities/:activityId": () => ({ version: 1, name: "Renamed", active: false }),
  "PUT /api/clans/:clanId/activities/order": (pick) => ({ ids: [pick("activity"), pick("unused")] }),
  "POST /api/clans/:clanId/activities/:activityId/rescore": () => ({ from: "2026-01-01", dry_run: false }),
  "POST /api/clans/:clanId/activities/copy": (pick) => ({
    from_clan_id: pick("clan"),
    activity_ids: [pick("activity")],
  }),
  "POST /api/clans/:clanId/activities/template": () => game,
  "POST /api/clans/:clanId/activities/import": () => ({
    set: { format: "clanhall-activities", format_version: 1, activities: [{ name: "New", short_label: "New" }] },
    dry_run: false,
  }),
  "POST /api/clans/:clanId/screenshot-layouts": (pick) => ({
    name: "New",
    ...layoutOf(pick("activity"), pick("member")),
  }),
  "PATCH /api/clans/:clanId/screenshot-layouts/:layoutId": (pick) => ({
    version: 1,
    name: "Renamed",
    ...layoutOf(pick("activity"), pick("member")),
  }),
  "DELETE /api/clans/:clanId/screenshot-layouts/:layoutId": () => ({ version: 1 }),
  "PUT /api/clans/:clanId/entries": (pick) => ({
    entries: [{ member_id: pick("member"), activity_id: pick("activity"), day: lockedDay, value: 8 }],
    reason: "Old notes",
  }),
  "POST /api/clans/:clanId/entries/:memberId/:activityId/:day/revert": () => ({
    version: 0,
    base_version: 2,
    reason: "Old notes",
  }),
  "POST /api/clans/:clanId/imports": (pick) => ({
    ...fileOf(pick("activity")),
    content: "Name,Value\nSomebody,4",
    players: [{ name: "Somebody", member_id: pick("member") }],
  }),
  "POST /api/clans/:clanId/imports/mapping": () => ({ header: ["Name", "Value"] }),
  "POST /api/clans/:clanId/imports/:importId/undo": () => ({ reason: "Old notes" }),
  "POST /api/clans/:clanId/tokens": () => ({ name: "Bot", scopes: ["entries:read"] }),
  "POST /api/clans/:clanId/webhooks": () => ({ name: "News", url: webhookUrl, events: ["bulletin"] }),
  "PATCH /api/clans/:clanId/webhooks/:webhookId": () => ({ version: 1, name: "Renamed", is_active: false }),
  "POST /api/clans/:clanId/discord/role-rules": (pick) => roleRuleOf(pick, 5),
  "PATCH /api/clans/:clanId/discord/role-rules/:ruleId": (pick) => ({ version: 1, ...roleRuleOf(pick, 4) }),
  "DELETE /api/clans/:clanId/discord/role-rules/:ruleId": () => ({ version: 1 }),
  "PUT /api/clans/:clanId/join-link": () => ({ is_on: true, version: 1 }),
  "POST /api/clans/:clanId/join-link/rotate": () => ({ version: 1 }),
  "POST /api/clans/:clanId/join-requests/:requestId/approve": (pick) => ({
    as: { kind: "row", member_id: pick("player") },
    version: 1,
  }),
  "POST /api/clans/:clanId/join-requests/approve-many": (pick) => ({ ids: [pick("joinRequest")] }),
  "POST /api/clans/:clanId/join-requests/:requestId/decline": () => ({ reason: "Full", block: true, version: 1 }),
  "POST /api/clans/:clanId/days/:day/reopen": () => ({ reason: "Old notes" }),
  "POST /api/clans/:clanId/scoreboards": (pick) => ({ title: "New", ...boardOf(pick) }),
  "PATCH /api/scoreboards/:scoreboardId": (pick) => ({ version: 2, title: "Renamed", ...boardOf(pick) }),
  "POST /api/scoreboards/:scoreboardId/share": () => ({ expires_at: null, passcode: "sesame" }),
  "POST /api/clans/:clanId/seasons": (pick) => ({
    name: "New",
    from: "2026-03-01",
    to: "2026-03-31",
    board_ids: [pick("board")],
  }),
  "PATCH /api/clans/:clanId/seasons/:seasonId": (pick) => ({
    version: 1,
    name: "Renamed",
    from: "2026-01-01",
    to: "2026-01-31",
    board_ids: [pick("board")],
  }),
  "POST /api/clans/:clanId/bulletins": () => ({ title: "New", pinned: true }),
  "PATCH /api/clans/:clanId/bulletins/:bulletinId": () => ({ version: 1, title: "Renamed", pinned: true }),
  "POST /api/clans/:clanId/bulletins/preview": () => ({ content: "<p>Hi</p>" }),
  "PUT /api/clans/:clanId/attention/rules": () => ({
    rules: usualRules,
    warning_texts: [],
    removal_after: 3,
    version: 0,
  }),
  "PUT /api/clans/:clanId/attention/hidden/:memberId": () => ({ days: 7 }),
  "POST /api/clans/:clanId/members/:memberId/warnings": () => ({ message: "Catch up" }),
  "POST /api/clans/:clanId/members/:memberId/notes": () => ({ note: "Talk first" }),
  "POST /api/clans/:clanId/warnings/:warningId/lift": () => ({ reason: "Old notes" }),
  "POST /api/clans/:clanId/requests": (pick) => ({
    kind: "value",
    activity_id: pick("activity"),
    day: new Date().toISOString().slice(0, 10),
    value: 3,
    reason: "Old notes",
  }),
  "POST /api/clans/:clanId/requests/:requestId/decline": () => ({ reason: "Old notes" }),
  "POST /api/clans/:clanId/members/merge": (pick) => ({ keep: pick("member"), drop: pick("player"), dry_run: false }),
};

/** Entries of the day, by the ids that a filter may name. */
function entriesQuery(pick: Pick): string {
  const range = `from=${lockedDay}&to=${lockedDay}&include_former=true`;
  return `?${range}&member_id=${pick("member")}&activity_id=${pick("activity")}`;
}

const queries: Record<string, (pick: Pick) => string> = {
  "GET /api/clans/:clanId/members": (pick) => `?cursor=${pick("member")}`,
  "GET /api/clans/:clanId/bulletins": (pick) =>
    `?cursor=${toCursor([false, "2100-01-01T00:00:00.000Z", pick("bulletin")])}`,
  "GET /api/clans/:clanId/join-requests": (pick) => `?cursor=${pick("joinRequest")}`,
  "GET /api/clans/:clanId/webhooks/:webhookId/deliveries": (pick) => `?cursor=${pick("delivery")}`,
  "GET /api/clans/:clanId/audit": (pick) => `?cursor=${pick("audit")}`,
  "GET /api/clans/:clanId/scoreboards": () => "?deleted=true",
  "GET /api/clans/:clanId/requests": (pick) => `?member_id=${pick("member")}&cursor=${pick("request")}`,
  "GET /api/clans/:clanId/entries": entriesQuery,
  "GET /api/clans/:clanId/entries/summary": (pick) => `${entriesQuery(pick)}&rows=member&columns=activity`,
  "GET /api/clans/:clanId/entries/changes": entriesQuery,
  "GET /api/clans/:clanId/entries.csv": entriesQuery,
  "GET /api/clans/:clanId/entries.json": entriesQuery,
  "GET /api/scoreboards/:scoreboardId/explain": (pick) => `?member_id=${pick("member")}`,
};

/** Every row of the clan in every table that has clans. */
async function checksum(clanId: string): Promise<string> {
  const { rows: tables } = await world.database.pool.query<{ table_name: string }>(
    "select table_name from information_schema.columns where column_name = 'clan_id' and table_schema = 'public' order by 1",
  );
  const all = [{ table_name: "clans", column: "id" }, ...tables.map((table) => ({ ...table, column: "clan_id" }))];
  const sums: string[] = [];
  for (const { table_name, column } of all) {
    const { rows } = await world.database.pool.query<{ row: string }>(
      `select t::text as row from "${table_name}" t where ${column} = $1 order by 1`,
      [clanId],
    );
    sums.push(table_name, ...rows.map(({ row }) => row));
  }
  return sums.join("\n");
}

const params: Record<string, keyof Ids> = {
  clanId: "clan",
  memberId: "member",
  invite: "invite",
  mergeId: "merge",
  activityId: "activity",
  importId: "import",
  tokenId: "token",
  scoreboardId: "board",
  bulletinId: "bulletin",
  webhookId: "webhook",
  requestId: "request",
  warningId: "warning",
  noteId: "note",
  seasonId: "season",
  layoutId: "layout",
  pictureId: "picture",
  ruleId: "rule",
  userId: "blocked",
};

interface Call {
  method: string;
  url: string;
}

/** Calls for rows in a state of their own. */
const paramsOf: Record<string, Record<string, keyof Ids>> = {
  "POST /api/clans/:clanId/members/:memberId/reactivate": { memberId: "inactive" },
  "POST /api/clans/:clanId/members/:memberId/restore": { memberId: "removed" },
  "DELETE /api/clans/:clanId/activities/:activityId": { activityId: "unused" },
  "POST /api/clans/:clanId/activities/:activityId/restore": { activityId: "binned" },
  "POST /api/scoreboards/:scoreboardId/restore": { scoreboardId: "binnedBoard" },
  "POST /api/clans/:clanId/bulletins/:bulletinId/restore": { bulletinId: "binnedBulletin" },
  "POST /api/clans/:clanId/requests/:requestId/undo": { requestId: "declined" },
  "DELETE /api/clans/:clanId/warnings/:warningId/lift": { warningId: "lifted" },
  "GET /api/clans/:clanId/seasons/:seasonId/awards.png": { seasonId: "endedSeason" },
};

/** Calls that are not the owner's to make. */
const callers: Record<string, "member" | "heir"> = {
  "POST /api/clans/:clanId/transfer/accept": "heir",
  "POST /api/clans/:clanId/transfer/decline": "heir",
  "DELETE /api/clans/:clanId/requests/:requestId": "member",
};

/** Calls that list what they find: for ids of others that is nothing. */
const findsNothing = new Set([
  "GET /api/clans/:clanId/bulletins",
  "GET /api/clans/:clanId/entries",
  "GET /api/clans/:clanId/entries/summary",
  "GET /api/clans/:clanId/entries/changes",
  "GET /api/clans/:clanId/entries.csv",
  "GET /api/clans/:clanId/entries.json",
  "GET /api/clans/:clanId/requests",
  "GET /api/clans/:clanId/members/:memberId/decisions",
  "PUT /api/clans/:clanId/requests/:requestId/seen",
  "POST /api/clans/:clanId/join-requests/approve-many",
]);

/** The row that a parameter names; where there could be two, the path tells which. */
function toIdName({ method, url }: Call, key: string): keyof Ids {
  const own = paramsOf[`${method} ${url}`]?.[key];
  if (own) return own;
  if (key === "requestId" && url.includes("/join-requests/")) return "joinRequest";
  if (key === "webhookId" && url.includes("/discord/channels/")) return "channel";
  if (key === "memberId" && url.endsWith("/aliases")) return "owner";
  const name = params[key];
  if (!name) throw new Error(`${url}: there is no fixture for ${key}`);
  return name;
}

function compose({ method, url }: Call, pick: Pick) {
  const name = `${method} ${url}`;
  const path = url.replaceAll(/:(\w+)/g, (_, key: string) =>
    key === "day" || key === "from" ? lockedDay : pick(toIdName({ method, url }, key)),
  );
  return { name, address: `${path}${queries[name]?.(pick) ?? ""}`, body: bodies[name]?.(pick) ?? {} };
}

/** An open stream has no end to wait for. */
function isStream({ url }: Call): boolean {
  return url.endsWith("/events");
}

/** The ids a call has room for. */
function idsIn(clanCall: Call): (keyof Ids)[] {
  const used = new Set<keyof Ids>();
  compose(clanCall, (name) => {
    used.add(name);
    return "";
  });
  return [...used];
}

function listClanCalls(): DeclaredRoute[] {
  return world.app.routes.filter(({ access, method }) => typeof access === "object" && method !== "HEAD");
}

test("every clan call is sent what its schemas take, so that it gets as far as the rows it names", async () => {
  const { ids } = await createFixture("Alpha");
  const noFields = z.strictObject({});
  const calls = listClanCalls();
  for (const clanCall of calls) {
    const { name, address, body } = compose(clanCall, (id) => ids[id]);
    const query = Object.fromEntries(new URL(address, "http://localhost").searchParams);
    const { endpoint } = clanCall;
    expect((endpoint?.body ?? noFields).safeParse(body).error?.issues, name).toBeUndefined();
    expect((endpoint?.query ?? noFields).safeParse(query).error?.issues, name).toBeUndefined();
  }
  const names = new Set(calls.map(({ method, url }) => `${method} ${url}`));
  expect(Object.keys({ ...bodies, ...queries }).filter((name) => !names.has(name))).toEqual([]);
});

type Fixture = Awaited<ReturnType<typeof createFixture>>;

function send(fixture: Fixture, { method }: Call, { name, address, body }: ReturnType<typeof compose>) {
  const caller = fixture[callers[name] ?? "owner"];
  return method === "GET" ? caller.get(address) : caller.send(method as "POST", address, body);
}

test("every clan call that changes something, or reads what is over, succeeds with the ids of its own clan", async () => {
  let a = await createFixture("Alpha");
  const ownId = (name: keyof Ids) => a.ids[name];
  const calls = listClanCalls().filter(({ method, url }) => method !== "GET" || `GET ${url}` in paramsOf);
  const turnOf = ({ method }: Call) => ["GET", "POST", "PUT", "PATCH", "DELETE"].indexOf(method);
  for (const clanCall of calls.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const { name } = compose(clanCall, ownId);
    let answer = await send(a, clanCall, compose(clanCall, ownId));
    if (answer.statusCode !== 200) {
      // One before it may have changed the row that it names.
      a = await createFixture("Alpha");
      answer = await send(a, clanCall, compose(clanCall, ownId));
    }
    expect(answer.statusCode, `${name}: ${answer.payload.slice(0, 200)}`).toBe(200);
  }
}, 60_000);

test("S03: whatever ids of another clan an owner mixes into a call, that clan stays as it is and untold", async () => {
  const b = await createFixture("Zephyr");
  const before = await checksum(b.ids.clan);
  let a = await createFixture("Alpha");

  async function tryCall(clanCall: Call, foreign: readonly (keyof Ids)[]) {
    const sent = new Set<string>();
    const composed = compose(clanCall, (id) => {
      const chosen = (foreign.includes(id) ? b : a).ids[id];
      sent.add(chosen);
      return chosen;
    });
    const { name } = composed;
    if (isStream(clanCall) && !foreign.includes("clan")) return;
    const answer = await send(a, clanCall, composed);
    expect(answer.statusCode, name).toBeLessThan(500);
    expect(answer.payload, name).not.toMatch(/zephyr/i);
    const leaked = Object.values(b.ids).filter((id) => !sent.has(id) && answer.payload.includes(id));
    expect(leaked, name).toEqual([]);
    const isMixed = Object.values(b.ids).some((id) => sent.has(id));
    const isDone = answer.statusCode === 200 && !findsNothing.has(name);
    expect(isMixed && isDone, name).toBe(false);
    if (clanCall.method !== "GET" && answer.statusCode === 200) a = await createFixture("Alpha");
  }

  const calls = listClanCalls();
  for (const clanCall of calls) for (const name of idsIn(clanCall)) await tryCall(clanCall, [name]);
  await fc.assert(fc.asyncProperty(fc.constantFrom(...calls), fc.subarray([...idNames], { minLength: 1 }), tryCall), {
    ...runs(60),
    endOnFailure: true,
  });
  expect(await checksum(b.ids.clan)).toBe(before);
}, 60_000);
