import { type Database, openDatabase } from "../server/src/db/database.ts";
import type { Db } from "../server/src/db/tables.ts";
import { findScoreboard } from "../server/src/features/scoreboards/queries.ts";
import { computeResult } from "../server/src/features/scoreboards/standings/compute.ts";
import { readSettings } from "../server/src/settings.ts";
import { compareTimes, type Measured, median, msOf, toUnits } from "./measure.ts";
import { fillDatabase, getProduct, type RunSql } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

/** Always the same, so that figures of two days can be compared; in the middle of a month, where its sums help least. */
const today = "2026-07-16";
const rounds = 7;
const quiet = { info() {}, warn() {}, error() {} };

const getBoards = fixture("a clan of 500 × 20 with a year of entries", () =>
  fillDatabase(async (run) => {
    const clanId = await fillClan(run);
    return { clanId, year: await addBoard(run, clanId, 366), month: await addBoard(run, clanId, 30) };
  }),
);

async function compareStandings() {
  const { clanId, year, month } = await getBoards();
  return withDatabase(({ db }) =>
    compareTimes(
      { rounds },
      () => compute(db, clanId, year),
      () => compute(db, clanId, month),
    ),
  );
}

async function timeYear(): Promise<Measured> {
  const { clanId, year } = await getBoards();
  return withDatabase(async ({ db }) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await msOf(() => compute(db, clanId, year)));
    const value = median(times);
    return { value, ours: `${Math.round(value)} ms` };
  });
}

/** The same month as one statement: what every player came to on each day. */
async function compareWithSums() {
  const { clanId, month } = await getBoards();
  return withDatabase(({ db, pool }) =>
    compareTimes(
      { rounds, warmUps: 1 },
      () => compute(db, clanId, month),
      () => pool.query(daySums, [clanId, today, 29]),
    ),
  );
}

const daySums = `
  select member_id, day, sum(points) as points, count(*) filter (where is_met) as met from entries
  where clan_id = $1 and day between $2::date - $3::integer and $2::date and state <> 'cleared'
  group by member_id, day`;

/** With the statements' time limit of the product: a computation that needs longer fails here too. */
async function withDatabase<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
  const { env } = await getProduct();
  const database = await openDatabase(readSettings(env), quiet, "visitor");
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function compute(db: Db, clanId: string, boardId: string): Promise<void> {
  const board = await findScoreboard(db, clanId, boardId);
  if (board?.period.kind !== "fixed") throw new Error("the board is lost");
  const withActivities = board.columns.includes("activities");
  const { rows } = await computeResult(db, board, board.period, { today, now: new Date(), withActivities });
  if (rows.length !== 500) throw new Error(`${rows.length} players have a rank`);
}

async function fillClan(run: RunSql): Promise<string> {
  const clanId = await insertOne(run, "insert into clans (name) values ('Bench') returning id");
  const ofClan = [
    "insert into clan_members (clan_id, name, name_key) select $1, 'P' || n, 'p' || n from generate_series(1, 500) as n",
    "insert into clan_member_spans (clan_id, member_id, starts_on) select $1, id, '2020-01-01' from clan_members where clan_id = $1",
    "insert into activities (clan_id, name, name_key, short_label) select $1, 'A' || n, 'a' || n, 'A' || n from generate_series(1, 20) as n",
    "insert into activity_rules (clan_id, activity_id, effective_from) select $1, id, '1970-01-01' from activities where clan_id = $1",
  ];
  for (const text of ofClan) await run(text, [clanId]);
  await run("set session_replication_role = replica");
  for (let back = 365; back >= 0; back--) await run(fillDay, [clanId, today, back]);
  await run("reset session_replication_role");
  await run(fillMonths, [clanId]);
  // What the database does in the background after so many rows would be measured too.
  for (const text of ["vacuum analyze entries", "vacuum analyze entry_months", "analyze", "checkpoint"])
    await run(text);
  return clanId;
}

const fillDay = `
  insert into entries (clan_id, day, member_id, activity_id, state, value, points, is_met, revision, entered_by, source)
  select $1, $2::date - $3::integer, player.id, task.id, 'value', 7, 7, true, 1, player.id, 'ui'
  from clan_members as player, activities as task where player.clan_id = $1 and task.clan_id = $1`;

const fillMonths = `
  insert into entry_months (
    clan_id, month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met
  )
  select clan_id, date_trunc('month', day), member_id, activity_id, sum(value), sum(points), count(*), count(*), count(*)
  from entries where clan_id = $1 group by 1, 2, 3, 4`;

function addBoard(run: RunSql, clanId: string, days: number): Promise<string> {
  const text = `
    insert into scoreboards (clan_id, title, measure, activities, period, members, columns)
    select $1::uuid, 'Bench', 'points', jsonb_agg(jsonb_build_object('activity_id', id, 'weight', 1)),
      jsonb_build_object('kind', 'fixed', 'from', $2::date - $3::integer, 'to', $2::date),
      '{"kind": "active", "ids": []}', '["change", "trend", "days_met"]'
    from activities where clan_id = $1 returning id`;
  return insertOne(run, text, [clanId, today, days - 1]);
}

async function insertOne(run: RunSql, text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await run(text, values);
  if (!rows[0]) throw new Error("nothing was inserted");
  return rows[0].id;
}

export const standingsUnits = toUnits("standings", [
  {
    id: "standings",
    what: "standings of 366 days, 500 × 20, against those of 30 days",
    limit: { kind: "at most", value: 1 },
    measure: compareStandings,
  },
  {
    id: "standings-year",
    what: "standings of 366 days, 500 × 20",
    limit: { kind: "at most", value: 500, unit: "ms" },
    measure: timeYear,
  },
  {
    id: "standings-month",
    what: "standings of 30 days, 500 × 20, against the bare sums of their days",
    limit: { kind: "at most", value: 2 },
    measure: compareWithSums,
  },
]);
