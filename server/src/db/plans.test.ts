import { sql } from "kysely";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addActivity } from "../testing/activities.ts";
import { addBoard } from "../testing/board-results.ts";
import { daysAgo } from "../testing/entries.ts";
import { createTestHandlers } from "../testing/job-handlers.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { replaceParts } from "./parts.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

/** Grows with everybody's clans, so that no request may read all of it. A part for days to come is empty and read as it is. */
const large =
  /Seq Scan on (?:\w+\.)?((?:entries|entry_versions)(?!_rest|_later)|entry_months|clan_audit|clan_members|clan_member_spans)/;
const days = 30;
const others = { clans: 40, players: 20, activities: 5 };

let world: TestApp;
let clanId: string;
let boardId: string;
let owner: Awaited<ReturnType<TestApp["memberOf"]>>;
let member: typeof owner;

interface Statement {
  text: string;
  values: unknown[];
}

const asked: Statement[] = [];

beforeAll(async () => {
  world = await createTestApp();
  world.database.pool.on("acquire", (client) => listen(client));
  const clan = await world.clan();
  clanId = clan.id;
  [owner, member] = [await world.memberOf(clan, "owner"), await world.memberOf(clan, "member")];
  const activities: string[] = [];
  for (let n = 0; n < 5; n++)
    activities.push(await addActivity(world.db, clanId, { daily_target: 5, missing_points: -1 }));
  boardId = await addBoard(world, clanId, activities, { period: { kind: "monthly" } });
  await split();
  await fill();
}, 120_000);
afterAll(() => world.close());

const listened = new WeakSet<PoolClient>();

/** The pool hands out the same few connections again and again. */
function listen(client: PoolClient): void {
  if (listened.has(client)) return;
  listened.add(client);
  const query = client.query.bind(client) as (...call: unknown[]) => unknown;
  const record = (...call: [string | Statement, unknown[]?, ...unknown[]]) => {
    const [first, values = []] = call;
    asked.push(typeof first === "string" ? { text: first, values } : first);
    return query(...call);
  };
  client.query = record as PoolClient["query"];
}

/** As after some months: earlier days in one part, then one for each month. */
async function split(): Promise<void> {
  const months = [-2, -1, 0, 1].map(firstOfMonth);
  const bounds = [null, ...months, null];
  const names = ["early", ...months.slice(0, 3).map(monthOf), "later"];
  const parts = ["entries", "entry_versions"].flatMap((table) =>
    names.map((name, index) => ({
      split: table,
      name: `${table}_${name}`,
      since: bounds[index] ?? null,
      ends: bounds[index + 1] ?? null,
    })),
  );
  await replaceParts((text) => world.database.pool.query(text), parts);
}

function firstOfMonth(later: number): string {
  const today = new Date(daysAgo(0));
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + later)).toISOString().slice(0, 10);
}

const monthOf = (day: string) => day.slice(0, 7).replace("-", "_");

/** The clan's own rows, and those of many others beside them. */
async function fill(): Promise<void> {
  await world.db.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    await sql`create temp table cell as
      select clan.id as clan_id, player.id as member_id, task.id as activity_id
      from (select gen_random_uuid() as id from generate_series(1, ${others.clans}::int)) as clan,
        lateral (select gen_random_uuid() as id from generate_series(1, ${others.players}::int) where clan.id is not null) as player,
        lateral (select gen_random_uuid() as id from generate_series(1, ${others.activities}::int) where player.id is not null) as task
      union all
      select member.clan_id, member.id, task.id from clan_members as member join activities as task using (clan_id)
      where clan_id = ${clanId}`.execute(db);
    await sql`insert into entries (clan_id, day, member_id, activity_id, state, value, points, is_met, revision, entered_by, source)
      select clan_id, day, member_id, activity_id, 'value', 7, 7, true, 1, member_id, 'ui'
      from (
        select current_date - back from generate_series(0, ${days}::int) as back
        union
        select month::date - back from unnest(array[${firstOfMonth(-2)}, ${firstOfMonth(-1)}]) as month, generate_series(1, 4) as back
      ) as written (day), cell`.execute(db);
    await sql`insert into entry_versions (clan_id, day, member_id, activity_id, version, state, value, points, entered_by, source)
      select clan_id, day, member_id, activity_id, 1, state, value, points, entered_by, source from entries`.execute(
      db,
    );
    await sql`insert into entry_months (clan_id, month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met)
      select clan_id, date_trunc('month', day), member_id, activity_id, sum(value), sum(points), count(*), count(*), count(*)
      from entries group by 1, 2, 3, 4`.execute(db);
    await sql`insert into clan_members (clan_id, name, name_key)
      select clan_id, 'P' || n, 'p' || n from (select distinct clan_id from cell) as clan, generate_series(1, 300) as n
      where clan_id <> ${clanId}`.execute(db);
    await sql`insert into clan_member_spans (clan_id, member_id, starts_on)
      select clan_id, id, '2020-01-01' from clan_members where clan_id <> ${clanId}`.execute(db);
    await sql`insert into clan_audit (clan_id, action, target_type)
      select clan_id, 'member.changed', 'member' from clan_members, generate_series(1, 3)`.execute(db);
    await sql`reset session_replication_role`.execute(db);
    await sql`drop table cell`.execute(db);
    await sql`analyze`.execute(db);
    await sql`reset statement_timeout`.execute(db);
  });
}

async function explain({ text, values }: Statement): Promise<string> {
  const { rows } = await world.database.pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test("no request reads all of what grows with everybody's clans", async () => {
  const clan = `/api/clans/${clanId}`;
  const range = `from=${daysAgo(29)}&to=${daysAgo(0)}`;
  const calls: [typeof owner, string][] = [
    [owner, `${clan}/home`],
    [member, `${clan}/home`],
    [owner, `${clan}/attention`],
    [owner, `${clan}/members`],
    [member, `${clan}/members/${member.memberId}/page`],
    [owner, `${clan}/members/${member.memberId}/timeline`],
    [owner, `${clan}/days/${daysAgo(0)}`],
    [owner, `${clan}/entries?${range}`],
    [owner, `${clan}/entries/summary?${range}&rows=member&columns=day`],
    [owner, `${clan}/entries/changes?${range}`],
    [owner, `${clan}/audit`],
    [owner, `${clan}/scoreboards`],
    [member, `/api/scoreboards/${boardId}/standings`],
    [owner, "/api/clans/my"],
    [owner, "/api/me/today"],
    [member, "/api/me/standing"],
  ];
  const scans: string[] = [];
  const failed: string[] = [];
  for (const [who, url] of calls) {
    asked.length = 0;
    const { statusCode } = await who.get(url);
    if (statusCode !== 200) failed.push(`${statusCode} ${url}`);
    expect(asked.length, url).toBeGreaterThan(1);
    for (const statement of asked.splice(0).filter(({ text }) => /select/i.test(text))) {
      const plan = await explain(statement);
      if (large.test(plan)) scans.push(`${url}: ${statement.text.slice(0, 300)}\n${plan}`);
    }
  }
  expect(failed).toEqual([]);
  expect(scans).toEqual([]);
}, 60_000);

/** The parts that a plan would read, by the last words of their names: a month, or another. */
function partsIn(plan: string, table: string): string[] {
  const found = plan.matchAll(
    new RegExp(`(?:Scan using \\w+|Scan) on ${table}_(early|later|rest|\\d{4}_\\d\\d)\\b`, "g"),
  );
  return [...new Set([...found].map(([, part = ""]) => part))].toSorted();
}

async function listPartsRead(url: string, table: string): Promise<string[]> {
  asked.length = 0;
  expect((await owner.get(url)).statusCode).toBe(200);
  const plans = await Promise.all(
    asked
      .splice(0)
      .filter(({ text }) => /select/i.test(text))
      .map(explain),
  );
  return [...new Set(plans.flatMap((plan) => partsIn(plan, table)))].toSorted();
}

test("a day and a range of days are read from their months alone, and the latest changes from the table's end", async () => {
  const clan = `/api/clans/${clanId}`;
  const range = `from=${daysAgo(29)}&to=${daysAgo(0)}`;
  const months = [...new Set([monthOf(daysAgo(29)), monthOf(daysAgo(0))])];
  expect(await listPartsRead(`${clan}/days/${daysAgo(0)}`, "entries")).toEqual(months.slice(-1));
  expect(await listPartsRead(`${clan}/entries?${range}`, "entries")).toEqual(months);
  expect(await listPartsRead(`${clan}/entries/summary?${range}&rows=member&columns=day`, "entries")).toEqual(months);
  expect(await listPartsRead(`${clan}/entries/changes?${range}`, "entry_versions")).toEqual(months);
}, 60_000);

test("when a board's scores last moved is looked for among its own activities' values alone", async () => {
  for (const url of [`/api/clans/${clanId}/scoreboards`, `/api/scoreboards/${boardId}/standings`]) {
    asked.length = 0;
    expect((await owner.get(url)).statusCode).toBe(200);
    const search = asked.find(({ text }) => text.includes("moved_at"));
    const plan = search ? await explain(search) : "";
    const conditions = [...plan.matchAll(/on entry_versions_(?:early|\d{4}_\d\d) .*\n\s+Index Cond: (.*)/g)];
    expect(conditions, plan).toHaveLength(4);
    for (const [, condition] of conditions) {
      expect(condition).toMatch(/activity_id = counted\.activity_id\) AND \(entered_at >=/);
    }
  }
}, 60_000);

test("an account that ends is looked for by itself in what grows with everybody's clans", async () => {
  const { userId } = await world.memberOf({ id: clanId }, "member");
  await world.appAdmin();
  await world.db.updateTable("users").set({ deletes_at: new Date() }).where("id", "=", userId).execute();
  const handlers = await createTestHandlers(world.db, recordedLog());
  asked.length = 0;
  await handlers["delete-accounts"]({});
  const statements = asked.splice(0).filter(({ text }) => /^\s*(?:select|update|delete)/i.test(text));
  expect(statements.some(({ text }) => /update "?clan_audit/.test(text))).toBe(true);
  const plans = await Promise.all(
    statements.map(async (statement) => `${statement.text}\n${await explain(statement)}`),
  );
  expect(plans.filter((plan) => large.test(plan))).toEqual([]);
}, 60_000);

test("whatever refers to an account is found by it, so that one can be deleted without reading all", async () => {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', reference.conrelid::regclass, attribute.attname) as name
    from pg_constraint as reference
    join pg_attribute as attribute
      on attribute.attrelid = reference.conrelid and attribute.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'users'::regclass and not exists (
      select from pg_index where indrelid = reference.conrelid and indkey[0] = reference.conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', attribute.attname))
    ) order by name
  `.execute(world.db);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
