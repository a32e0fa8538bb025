import { usualRules } from "@clanhall/contract/attention";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { toCursor } from "../http/cursor.ts";
import type { DeclaredRoute } from "../http/route.ts";
import { addActivity } from "../testing/activities.ts";
import { addBoard, addFrozenPeriod } from "../testing/board-results.ts";
import { addBulletin } from "../testing/bulletins.ts";
import { type DiscordWorld, openDiscordWorld, snowflake } from "../testing/fake-discord-app.ts";
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

const idNames = [
  "clan",
  "owner",
  "member",
  "player",
  "invite",
  "merge",
  "audit",
  "activity",
  "import",
  "token",
  "board",
  "bulletin",
  "webhook",
  "delivery",
  "request",
  "picture",
  "warning",
  "note",
  "season",
  "joinRequest",
  "blocked",
  "layout",
  "channel",
  "guild",
  "role",
  "rule",
] as const;
type Ids = Record<(typeof idNames)[number], string>;
type Pick = (name: keyof Ids) => string;

const webhookUrl = `https://discord.com/api/webhooks/123456789012345678/${"a".repeat(68)}`;

/** Every clan has an entry on it. */
const lockedDay = "2026-01-05";

/** A file with one column of values. */
function fileOf(activityId: string) {
  const activities = [{ column: 1, activity_id: activityId }];
  const mapping = { date: null, player: 0, activity: null, value: null, activities, day: lockedDay };
  return { format: "wide", mapping, policy: "overwrite", dry_run: false, reason: "Old notes" };
}

/** What a board names of its clan. */
function boardOf(pick: Pick) {
  return { activities: [{ activity_id: pick("activity") }], members: { kind: "chosen", ids: [pick("member")] } };
}

/** A list of a game in its pictures, with what a column counts and whose name is known. */
function layoutOf(activityId: string, memberId: string) {
  const column = { left: 700, right: 900, tall: 30, way: "brightness", meaning: activityId };
  const geometry = { names: { left: 200, right: 600, dy: -8, tall: 34 }, columns: [column], pitch: 140 };
  return { signs: [], geometry, known_crops: [{ hash: "0123456789abcdef", member_id: memberId }] };
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
  "PUT /api/clans/:clanId/activities/order": (pick) => ({ ids: [pick("activity")] }),
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
    base_version: 1,
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
  "PATCH /api/scoreboards/:scoreboardId": (pick) => ({ version: 1, title: "Renamed", ...boardOf(pick) }),
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

/** Somebody who asks to join by the clan's link, and somebody who may not. */
async function addNewcomers(clanId: string, owner: Owner, label: string) {
  const link = { is_on: true, question: `${label} question`, version: null };
  expect((await owner.send("PUT", `/api/clans/${clanId}/join-link`, link)).statusCode).toBe(200);
  const people = ["asker", "blocked"].map((name) => ({
    email: `${crypto.randomUUID()}@example.test`,
    display_name: `${label} ${name}`,
  }));
  const users = await world.db.insertInto("users").values(people).returning("id").execute();
  const [asker = "", blocked = ""] = users.map(({ id }) => id);
  const request = await world.db
    .insertInto("join_requests")
    .values({ clan_id: clanId, user_id: asker, name: `${label} newcomer` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await world.db.insertInto("join_blocks").values({ clan_id: clanId, user_id: blocked }).execute();
  return { joinRequest: request.id, blocked };
}

/** A server of Discord with the bot in a channel, and a role that the best of a board get there. */
async function addDiscord(clanId: string, board: string, label: string) {
  const guild = snowflake();
  const { id: role, name: role_name } = opened.discord.addRole(guild, `${label} role`);
  const where = { clan_id: clanId, guild_id: guild };
  const room = { kind: "bot" as const, name: `${label} room`, guild_name: `${label} server`, channel_id: snowflake() };
  const channel = await world.db
    .insertInto("webhooks")
    .values({ ...where, ...room, events: ["scoreboard"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const best = JSON.stringify({ kind: "top", scoreboard_id: board, count: 3 });
  const rule = await world.db
    .insertInto("discord_role_rules")
    .values({ ...where, role_id: role, role_name, rule: best })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { guild, role, channel: channel.id, rule: rule.id };
}

async function addPicture(clan_id: string, request_id: string): Promise<string> {
  const picture = { clan_id, request_id, position: 0, png: Buffer.from("a picture") };
  const { id } = await world.db
    .insertInto("request_pictures")
    .values(picture)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function addDelivery(clan_id: string, webhook_id: string): Promise<string> {
  const delivery = {
    clan_id,
    webhook_id,
    event: "test" as const,
    subject: "test",
    facts: "{}",
    state: "sent" as const,
  };
  const { id } = await world.db
    .insertInto("webhook_deliveries")
    .values(delivery)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Owner = Awaited<ReturnType<TestApp["memberOf"]>>;

async function createFixture(label: string) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  await world.db
    .updateTable("clan_members")
    .set({ officer_note: `${label} secret`, public_note: `${label} note` })
    .where("clan_id", "=", clan.id)
    .execute();
  const names = ["player", "merged", "gone", "invited"].map((name) => `${label} ${name}`);
  const rows = await world.db
    .insertInto("clan_members")
    .values(names.map((name) => ({ clan_id: clan.id, name, name_key: name.toLowerCase(), user_id: null })))
    .returning("id")
    .execute();
  const [player = "", keep, drop, invited] = rows.map(({ id }) => id);
  const url = `/api/clans/${clan.id}`;
  const merge = (await owner.send("POST", `${url}/members/merge`, { keep, drop, dry_run: false })).json();
  const invite = (await owner.send("POST", "/api/invites", { clanMemberId: invited })).json();
  const audit = (await owner.get(`${url}/audit`)).json().items[0];
  const activity = await addActivity(world.db, clan.id, { name: `${label} raids` });
  const entries = [{ member_id: member.memberId, activity_id: activity, day: lockedDay, value: 5 }];
  await owner.send("PUT", `${url}/entries`, { entries, reason: `${label} notes` });
  const players = [{ name: "Somebody", member_id: member.memberId }];
  const file = { ...fileOf(activity), content: "Name,Value\nSomebody,3", file_name: `${label}.csv`, players };
  const imported = (await owner.send("POST", `${url}/imports`, file)).json();
  const token = (await owner.send("POST", `${url}/tokens`, { name: `${label} bot`, scopes: ["entries:read"] })).json();
  const board = await addBoard(world, clan.id, [activity], { title: `${label} board` });
  await addFrozenPeriod(world, clan.id, board, { from: lockedDay, to: "2026-01-11" });
  const bulletin = await addBulletin(world, clan.id, { title: `${label} news`, content: `<p>${label} words</p>` });
  const news = { name: `${label} news`, url: webhookUrl, events: ["scoreboard"] };
  const webhook = (await owner.send("POST", `${url}/webhooks`, news)).json();
  const today = new Date().toISOString().slice(0, 10);
  const dispute = { kind: "value", activity_id: activity, day: today, value: 3, reason: `${label} reason` };
  const request = (await member.send("POST", `${url}/requests`, dispute)).json();
  const ofMember = `${url}/members/${member.memberId}`;
  const warning = (await owner.send("POST", `${ofMember}/warnings`, { message: `${label} warning` })).json();
  const note = (await owner.send("POST", `${ofMember}/notes`, { note: `${label} note` })).json();
  const autumn = { name: `${label} season`, from: lockedDay, to: "2026-01-11" };
  const season = (await owner.send("POST", `${url}/seasons`, autumn)).json();
  const list = { name: `${label} list`, ...layoutOf(activity, member.memberId) };
  const layout = (await owner.send("POST", `${url}/screenshot-layouts`, list)).json();
  const ids: Ids = {
    clan: clan.id,
    owner: owner.memberId,
    member: member.memberId,
    player,
    invite: invite.id,
    merge: merge.merge_id,
    audit: audit.id,
    activity,
    import: imported.import?.id,
    token: token.id,
    board,
    bulletin,
    webhook: webhook.id,
    delivery: await addDelivery(clan.id, webhook.id),
    request: request.id,
    picture: await addPicture(clan.id, request.id),
    warning: warning.id,
    note: note.id,
    season: season.id,
    layout: layout.id,
    ...(await addNewcomers(clan.id, owner, label)),
    ...(await addDiscord(clan.id, board, label)),
  };
  // Those of Discord are shorter.
  expect(Object.values(ids).every((id) => typeof id === "string" && id.length > 16)).toBe(true);
  return { owner, ids };
}

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

/** The row that a parameter names; where there could be two, the path tells which. */
function toIdName(url: string, key: string): keyof Ids {
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
    key === "day" || key === "from" ? lockedDay : pick(toIdName(url, key)),
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

test("S03: whatever ids of another clan an owner mixes into a call, that clan stays as it is and untold", async () => {
  const b = await createFixture("Zephyr");
  const before = await checksum(b.ids.clan);
  let a = await createFixture("Alpha");

  async function tryCall(clanCall: Call, foreign: readonly (keyof Ids)[]) {
    const sent = new Set<string>();
    const { name, address, body } = compose(clanCall, (id) => {
      const chosen = (foreign.includes(id) ? b : a).ids[id];
      sent.add(chosen);
      return chosen;
    });
    const { method } = clanCall;
    if (isStream(clanCall) && !foreign.includes("clan")) return;
    const answer = method === "GET" ? await a.owner.get(address) : await a.owner.send(method as "POST", address, body);
    expect(answer.statusCode, name).toBeLessThan(500);
    expect(answer.payload, name).not.toMatch(/zephyr/i);
    const leaked = Object.values(b.ids).filter((id) => !sent.has(id) && answer.payload.includes(id));
    expect(leaked, name).toEqual([]);
    if (method !== "GET" && answer.statusCode === 200) a = await createFixture("Alpha");
  }

  const calls = listClanCalls();
  for (const clanCall of calls) for (const name of idsIn(clanCall)) await tryCall(clanCall, [name]);
  await fc.assert(fc.asyncProperty(fc.constantFrom(...calls), fc.subarray([...idNames], { minLength: 1 }), tryCall), {
    ...runs(60),
    endOnFailure: true,
  });
  expect(await checksum(b.ids.clan)).toBe(before);
}, 60_000);
