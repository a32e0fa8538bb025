import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newCredentials } from "./testing/auth-client.ts";
import { measureCrowding } from "./testing/crowding.ts";
import { createTestDatabase } from "./testing/postgres.ts";
import { runInstance } from "./testing/run-instance.ts";

const metricsToken = "a quiet word that this test alone knows";
/** How often a request is tried. Its own computing shows in every try, what else the machine does only in some. */
const tries = 20;
/** A turn of the event loop may compute for so long. */
const longestMs = 50;
/** One character that stands for a phrase of eighteen. */
const phrase = "\ufdfa";

let origin = "";
let close: () => Promise<void>;
let clan: Awaited<ReturnType<typeof openLargeClan>>;
let long: Awaited<ReturnType<typeof openLongRoster>>;
beforeAll(async () => {
  const database = await createTestDatabase();
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const env = { PORT: `${port}`, HOST: "127.0.0.1", METRICS_TOKEN: metricsToken, AUTH_RATE_LIMITS: "1000" };
  const instance = await runInstance(database, { ...env, LOG_LEVEL: "silent" });
  close = async () => {
    await instance.kill();
    await database.close();
  };
  clan = await openLargeClan(database);
  long = await openLongRoster(database, clan.token);
}, 120_000);
afterAll(() => close());

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function send(method: string, path: string, { token = "", body }: { token?: string; body?: object } = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Five hundred players with a hundred thousand entries, a roster of odd aliases, long bulletins and a shared board. */
async function openLargeClan({ db }: Awaited<ReturnType<typeof createTestDatabase>>) {
  const credentials = newCredentials();
  const json = async <Answer>(...call: Parameters<typeof send>): Promise<Answer> => {
    const { status, bytes } = await send(...call);
    if (status !== 200) throw new Error(`${call[1]}: ${status} ${bytes.toString()}`);
    return JSON.parse(bytes.toString()) as Answer;
  };
  const signedUp = { body: credentials };
  const { access_token: token } = await json<{ access_token: string }>("POST", "/auth/v1/signup", signedUp);
  const draft = { name: "Large", time_zone: "UTC", player_name: "Owner" };
  const { id } = await json<{ id: string }>("POST", "/api/clans", { token, body: draft });
  const url = `/api/clans/${id}`;
  const counted = { name: "Raids", short_label: "Raid", value_type: "whole", category: "Play" };
  const { id: activityId } = await json<{ id: string }>("POST", `${url}/activities`, { token, body: counted });
  const alias = phrase.repeat(50);
  await sql`
    with players as (
      insert into clan_members (clan_id, name, name_key, aliases)
      select ${id}, 'Player ' || n, 'player ' || n, jsonb_build_array(n || ${alias}, n || 'b' || ${alias})
      from generate_series(1, 500) n returning id
    )
    insert into clan_member_spans (clan_id, member_id, starts_on) select ${id}, id, current_date - 400 from players
  `.execute(db);
  // In small steps: one statement has five seconds.
  for (let back = 200; back > 0; back -= 10) {
    await sql`
      insert into entries (clan_id, member_id, activity_id, day, state, value, points, is_met, late, version, revision,
        entered_by, entered_at, source)
      select ${id}, id, ${activityId}, day::date, 'value', 3, 3, true, false, 1, 1, id, now(), 'ui'
      from clan_members, generate_series(current_date - ${back}::int, current_date - ${back - 9}::int, '1 day') day
      where clan_id = ${id} and name like 'Player %'
    `.execute(db);
  }
  await sql`
    insert into bulletins (clan_id, title, content, publish_at)
    select ${id}, 'Bulletin ' || n, repeat('words ', 3000), now() from generate_series(1, 400) n
  `.execute(db);
  await sql`analyze`.execute(db);
  const activities = [{ activity_id: activityId }];
  const board = { title: "Board", measure: "points", activities, period: { kind: "monthly" } };
  const made = await json<{ id: string }>("POST", `${url}/scoreboards`, { token, body: board });
  const share = { token, body: {} };
  const shared = await json<{ share: { token: string } }>("POST", `/api/scoreboards/${made.id}/share`, share);
  return { url, token, credentials, boardId: made.id, shareToken: shared.share.token };
}

/** Two thousand players of whom ten activities are asked: a day has twenty thousand cells. */
async function openLongRoster({ db }: Awaited<ReturnType<typeof createTestDatabase>>, token: string) {
  const made = async (path: string, body: object) => {
    const { bytes } = await send("POST", path, { token, body });
    return (JSON.parse(bytes.toString()) as { id: string }).id;
  };
  const id = await made("/api/clans", { name: "Long", time_zone: "UTC", player_name: "Owner" });
  const url = `/api/clans/${id}`;
  const activityIds: string[] = [];
  for (const name of numbered(10, (n) => `Task ${n}`)) {
    const counted = { name, short_label: name, value_type: "whole", category: "Play" };
    activityIds.push(await made(`${url}/activities`, counted));
  }
  const players = await sql<{ id: string }>`
    with players as (
      insert into clan_members (clan_id, name, name_key, aliases)
      select ${id}, 'Player ' || n, 'player ' || n, jsonb_build_array('Alias ' || n)
      from generate_series(1, 1999) n returning id
    )
    insert into clan_member_spans (clan_id, member_id, starts_on) select ${id}, id, current_date - 400 from players
    returning member_id as id
  `.execute(db);
  const cells = players.rows.flatMap((player) =>
    activityIds.map((activity_id) => ({ member_id: player.id, activity_id, day: today })),
  );
  return { url, cells };
}

/** The longest turn since the last reading, in milliseconds. */
async function readLongestTurn(): Promise<number> {
  const { bytes } = await send("GET", "/metrics", { token: metricsToken });
  const found = /clanhall_event_loop_delay_seconds\{quantile="1"\} (\S+)/.exec(bytes.toString())?.[1];
  return Number(found) * 1000;
}

async function measure(request: () => Promise<{ status: number }>): Promise<{ status: number; longest: number }> {
  await readLongestTurn();
  const { status } = await request();
  return { status, longest: await readLongestTurn() };
}

/** The longest turn of a server that has next to nothing to do. */
async function measureRest(): Promise<number> {
  const { longest } = await measure(async () => {
    await pause(100);
    return send("GET", "/health");
  });
  return longest;
}

const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const yearAgo = daysAgo(360);
const year = `from=${yearAgo}&to=${today}`;
const mapping = { date: 0, player: 1, activity: 2, value: 3, activities: [], day: null };
const importLines = (lines: string[]) => {
  const content = ["date,player,activity,value", ...lines].join("\n");
  const body = { format: "long", mapping, dry_run: true, content };
  return send("POST", `${clan.url}/imports`, { token: clan.token, body });
};
const numbered = (count: number, toLine: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => toLine(n));

/** Each save has values of its own. */
let saves = 0;
const saveDay = (value: number) => {
  const body = { entries: long.cells.map((cell) => ({ ...cell, value })) };
  return send("PUT", `${long.url}/entries`, { token: clan.token, body });
};

const requests: [name: string, wanted: number, request: () => Promise<{ status: number }>][] = [
  [
    "an import of names that stand for thousands of letters",
    200,
    () => importLines(numbered(40, (n) => `${today},${phrase.repeat(490)}${n},Raids,1`)),
  ],
  [
    "an import of unknown names over a roster of long aliases",
    200,
    () => importLines(numbered(200, (n) => `${today},Playerr ${n},Raids,1`)),
  ],
  [
    "an import of twenty thousand values",
    200,
    () => importLines(numbered(19_900, (n) => `${yearAgo},Player ${1 + (n % 500)},Raids,${n % 50}`)),
  ],
  [
    "an import of four megabytes",
    200,
    () => importLines(numbered(54_000, (n) => `${today},${"x".repeat(48)} ${n},Raids,`)),
  ],
  [
    "a list of two thousand players",
    200,
    () => {
      const rows = numbered(2_000, (n) => `Somebody ${n}`).map((name) => ({ name, aliases: [`${name} alt`] }));
      return send("POST", `${clan.url}/members/import`, { token: clan.token, body: { rows, dry_run: true } });
    },
  ],
  [
    "the preview of a message of nested tags",
    200,
    () => {
      const body = { content: "<ul><li><b><i>".repeat(2_600) };
      return send("POST", `${clan.url}/bulletins/preview`, { token: clan.token, body });
    },
  ],
  [
    "a new password",
    422,
    () => {
      const body = { password: "qwertyuiop".repeat(12), current_password: clan.credentials.password };
      return send("PUT", "/auth/v1/user", { token: clan.token, body });
    },
  ],
  [
    "the history of a year",
    200,
    () => send("GET", `${clan.url}/entries/summary?${year}&rows=member&columns=month`, clan),
  ],
  [
    "a history of a hundred thousand cells",
    200,
    () => send("GET", `${clan.url}/entries/summary?from=${daysAgo(198)}&to=${today}&rows=member&columns=day`, clan),
  ],
  ["twenty thousand cells that are saved", 200, () => saveDay(++saves)],
  ["twenty thousand cells that stand so already", 200, () => saveDay(saves)],
  ["a day of twenty thousand cells", 200, () => send("GET", `${long.url}/days/${today}`, clan)],
  ["a roster of two thousand players", 200, () => send("GET", `${long.url}/members`, clan)],
  ["the export of a year", 200, () => send("GET", `${clan.url}/entries.csv?${year}`, clan)],
  ["everything of a clan", 200, () => send("GET", `${clan.url}/export`, clan)],
  ["the picture of a table", 200, () => send("GET", `/api/scoreboards/${clan.boardId}/standings.png`, clan)],
  ["the card of a shared board", 200, () => send("GET", `/api/public/scoreboards/${clan.shareToken}/card.png`)],
];

test.each(requests)(
  "H1: %s does not keep the event loop from others",
  async (_name, wanted, request) => {
    const found: string[] = [];
    for (let index = 0; index < tries; index++) {
      const limit = (await measureRest()) + longestMs * measureCrowding(longestMs);
      const { status, longest } = await measure(request);
      expect(status).toBe(wanted);
      if (longest <= limit) return;
      found.push(`${Math.round(longest)} ms of at most ${Math.round(limit)}`);
    }
    expect.fail(found.join(", "));
  },
  300_000,
);
