import type { Aggregate, ScoringRule } from "@clanhall/contract/rules/scoring";
import { sql } from "kysely";
import { playersOfUser } from "../../clan/roster.ts";
import { batches, csvLines } from "../../db/csv-lines.ts";
import { anyOf } from "../../db/lists.ts";
import type { Db } from "../../db/tables.ts";

/** What was said about the cells of somebody whose account ends; what was counted in them stays. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await sql`
    update entry_versions set reason = null from ${playersOfUser(userId)} as player
    where entry_versions.reason is not null
      and entry_versions.clan_id = player.clan_id and entry_versions.member_id = player.id
  `.execute(tx);
  await sql`
    with player as ${playersOfUser(userId)}
    update entry_imports as import set added_aliases = coalesce((
      select jsonb_agg(added) from jsonb_array_elements(import.added_aliases) as added
      where added ->> 'member_id' not in (select id::text from player)
    ), '[]')
    from player
    where import.clan_id = player.clan_id
      and import.added_aliases @> jsonb_build_array(jsonb_build_object('member_id', player.id))
  `.execute(tx);
}

const linesAtOnce = 2_000;

const columns = [
  "day",
  "member_id",
  "player",
  "activity_id",
  "activity",
  "state",
  "value",
  "points",
  "late",
  "version",
  "entered_by",
  "entered_at",
  "source",
];

type Cell = Record<string, string | number | boolean | Date | null>;

/** A clan's entries as the lines of a CSV file, day by day. */
export function entryCsvLines(db: Db, clanId: string): AsyncGenerator<string> {
  return cellLines(columns, (after) => listCells(db, clanId, "entries", after));
}

/** Every version of every cell, cleared ones too. */
export function versionCsvLines(db: Db, clanId: string): AsyncGenerator<string> {
  return cellLines([...columns, "reason", "import_id"], (after) => listCells(db, clanId, "entry_versions", after));
}

const lowestId = "00000000-0000-0000-0000-000000000000";

const beforeFirst: Cell = { day: "-infinity", member_id: lowestId, activity_id: lowestId, version: 0 };

function cellLines(names: string[], load: (after: Cell) => Promise<Cell[]>): AsyncGenerator<string> {
  return csvLines(
    names,
    batches<Cell>(linesAtOnce, (last = beforeFirst) => load(last)),
    (row) => names.map((name) => toText(row[name] ?? null)),
  );
}

function toText(cell: Cell[string]) {
  return cell instanceof Date ? cell.toISOString() : cell;
}

async function listCells(db: Db, clanId: string, table: "entries" | "entry_versions", after: Cell): Promise<Cell[]> {
  const isEntry = table === "entries" ? sql`cell.state <> 'cleared'` : sql`true`;
  const { rows } = await sql<Cell>`
    select cell.*, member.name as player, activity.name as activity, writer.name as entered_by
    from ${sql.table(table)} as cell
    left join clan_members as member on member.clan_id = cell.clan_id and member.id = cell.member_id
    left join clan_members as writer on writer.clan_id = cell.clan_id and writer.id = cell.entered_by
    left join activities as activity on activity.clan_id = cell.clan_id and activity.id = cell.activity_id
    where cell.clan_id = ${clanId} and ${isEntry} and (cell.day, cell.member_id, cell.activity_id, cell.version)
      > (${after.day}::date, ${after.member_id}::uuid, ${after.activity_id}::uuid, ${after.version}::int)
    order by cell.day, cell.member_id, cell.activity_id, cell.version limit ${linesAtOnce}
  `.execute(db);
  return rows;
}

const tables = [
  ["entries", "day"],
  ["entry_versions", "day"],
  ["entry_months", "month"],
] as const;

/**
 * Deletes all entries of a clan, some days at a time: about so many rows in one statement, so that none takes too long.
 */
export async function deleteClanEntries(tx: Db, clanId: string, batch: number): Promise<void> {
  for (const [table, day] of tables) {
    for (let after: string | null = "-infinity"; after !== null;) {
      after = await deleteDays(tx, clanId, sql.table(table), sql.ref(day), after, batch);
    }
  }
}

/** Deletes whole days after one and returns the last of them; null if nothing was left. */
async function deleteDays(
  tx: Db,
  clanId: string,
  table: ReturnType<typeof sql.table>,
  day: ReturnType<typeof sql.ref>,
  after: string,
  batch: number,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(day) as last from (
      select ${day} as day from ${table} where clan_id = ${clanId} and ${day} > ${after}::date order by ${day} limit ${batch}
    ) as next
  `.execute(tx);
  const last = rows[0]?.last ?? null;
  if (last === null) return null;
  await sql`
    delete from ${table} where clan_id = ${clanId} and ${day} > ${after}::date and ${day} <= ${last}::date
  `.execute(tx);
  return last;
}

/** Every cell of these members that was ever written, the latest days first. */
export function listCellsOf(db: Db, clanId: string, memberIds: string[]) {
  return db
    .selectFrom("entries")
    .select(["member_id", "day", "activity_id", "state", "value", "points", "is_met", "late", "version"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .orderBy("day", "desc")
    .execute();
}

/** The entries of one activity since a day, and their new scoring. */
export interface Rescoring {
  clanId: string;
  activityId: string;
  aggregate: Aggregate;
  from: string;
  rule: Pick<ScoringRule, "points_per_unit" | "daily_cap" | "daily_target">;
}

/** The points of each member before and after. */
export async function sumRescored(db: Db, rescoring: Rescoring) {
  const { rows } = await sql<{ member_id: string; changed: number; points_before: number; points_after: number }>`
    with scored as (${scored(rescoring)})
    select
      member_id, count(*) filter (where points <> old_points) as changed,
      sum(old_points) as points_before, sum(points) as points_after
    from scored group by member_id
  `.execute(db);
  return rows;
}

export async function rescoreMonth(tx: Db, rescoring: Rescoring, month: string, revision: number): Promise<void> {
  await sql`
    with scored as (${scored(rescoring)} and day >= ${month}::date and day < ${month}::date + interval '1 month'),
    changed as (
      update entries set points = scored.points, is_met = scored.is_met, revision = ${revision}
      from scored
      where entries.clan_id = ${rescoring.clanId} and entries.activity_id = ${rescoring.activityId}
        and entries.day = scored.day and entries.member_id = scored.member_id
        and (scored.points <> scored.old_points or scored.is_met <> scored.was_met)
      returning
        entries.member_id, scored.points - scored.old_points as points,
        scored.is_met::integer - scored.was_met::integer as days_met
    )
    update entry_months set points = entry_months.points + more.points, days_met = entry_months.days_met + more.days_met
    from (select member_id, sum(points) as points, sum(days_met) as days_met from changed group by member_id) as more
    where entry_months.clan_id = ${rescoring.clanId} and entry_months.activity_id = ${rescoring.activityId}
      and entry_months.month = ${month} and entry_months.member_id = more.member_id
  `.execute(tx);
}

/** The months with entries, from the month of the day on. */
export async function listMonthsSince(tx: Db, { clanId, activityId, from }: Rescoring): Promise<string[]> {
  const rows = await tx
    .selectFrom("entry_months")
    .select("month")
    .distinct()
    .where("clan_id", "=", clanId)
    .where("activity_id", "=", activityId)
    .where("month", ">=", firstOfMonth(from))
    .orderBy("month")
    .execute();
  return rows.map(({ month }) => month);
}

/** The same sums as `pointsOf` and `outcomeOf` of the contract: numeric rounds half a cent away from zero too. */
function scored({ clanId, activityId, aggregate, from, rule }: Rescoring) {
  const units = aggregate === "days_done" ? sql`(value > 0)::integer` : sql`least(value, ${rule.daily_cap}::numeric)`;
  const isMet = rule.daily_target === null ? sql`value > 0` : sql`value >= ${rule.daily_target}::numeric`;
  return sql`
    select
      day, member_id, points as old_points, is_met as was_met,
      round(${units} * ${rule.points_per_unit}::numeric, 2) as points, ${isMet} as is_met
    from entries
    where clan_id = ${clanId} and activity_id = ${activityId} and day >= ${from} and state = 'value'
  `;
}

/** The points of everybody on the roster in all activities since a day: whole months by their sums, the rest by days. */
export async function listPointsSince(db: Db, clanId: string, from: string) {
  const month = firstOfMonth(from);
  const { rows } = await sql<{ id: string; name: string; points: number }>`
    select member.id, member.name, coalesce(first_month.points, 0) + coalesce(later.points, 0) as points
    from clan_members as member
    left join (
      select member_id, sum(points) as points from entries
      where clan_id = ${clanId} and day >= ${from} and day < ${month}::date + interval '1 month'
      group by member_id
    ) as first_month on first_month.member_id = member.id
    left join (
      select member_id, sum(points) as points from entry_months
      where clan_id = ${clanId} and month > ${month}
      group by member_id
    ) as later on later.member_id = member.id
    where member.clan_id = ${clanId} and member.status <> 'removed'
    order by member.name_key, member.id
  `.execute(db);
  return rows;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
