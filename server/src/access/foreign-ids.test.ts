import { usualRules } from "@clanhall/contract/attention";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addActivity } from "../testing/activities.ts";
import { addBoard, addFrozenPeriod } from "../testing/board-results.ts";
import { addBulletin } from "../testing/bulletins.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  // Nobody listens there, so that tests of webhooks end at once.
  world = await createTestApp({ env: { DISCORD_API: "http://127.0.0.1:9" } });
});
afterAll(() => world.close());

type Ids = Record<
  | "clan"
  | "member"
  | "player"
  | "invite"
  | "merge"
  | "audit"
  | "activity"
  | "import"
  | "token"
  | "board"
  | "bulletin"
  | "webhook"
  | "request"
  | "warning"
  | "note"
  | "season",
  string
>;
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
  const ids: Ids = {
    clan: clan.id,
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
    request: request.id,
    warning: warning.id,
    note: note.id,
    season: season.id,
  };
  expect(Object.values(ids).every((id) => typeof id === "string" && id.length === 36)).toBe(true);
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

const idNames = [
  "clan",
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
  "request",
  "warning",
  "note",
  "season",
] as const;
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
};

interface Call {
  method: string;
  url: string;
}

function compose({ method, url }: Call, pick: Pick) {
  const name = `${method} ${url}`;
  const path = url.replaceAll(/:(\w+)/g, (_, key: string) =>
    key === "day" || key === "from" ? lockedDay : pick(params[key] ?? "clan"),
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

  const calls = world.app.routes.filter(({ access, method }) => typeof access === "object" && method !== "HEAD");
  for (const clanCall of calls) for (const name of idsIn(clanCall)) await tryCall(clanCall, [name]);
  await fc.assert(fc.asyncProperty(fc.constantFrom(...calls), fc.subarray([...idNames], { minLength: 1 }), tryCall), {
    ...runs(60),
    endOnFailure: true,
  });
  expect(await checksum(b.ids.clan)).toBe(before);
}, 60_000);
