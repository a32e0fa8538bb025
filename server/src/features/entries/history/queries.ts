import { type NotNull, type RawBuilder, sql } from "kysely";
import { toNumbers } from "../../../db/lists.ts";
import type { EntrySource } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";

/** One cell, with the index of its member and activity in their lists. */
export interface CellRow {
  day: string;
  member: number;
  activity: number;
  state: "value" | "excused" | "missing";
  value: number | null;
  points: number;
  is_met: boolean;
  late: boolean;
  version: number;
  entered_by: string | null;
  entered_by_name: string | null;
  entered_at: Date | null;
  source: EntrySource | null;
}

/** The last row of a page. */
export interface CellPosition {
  day: string;
  member: number;
  activity: number;
}

interface RowsQuery {
  withMissing: boolean;
  after: CellPosition | undefined;
  limit: number;
}

/**
 * Cells of a range, the latest day first, then in the order of members and of activities. All are found before they are
 * sorted: reading them one by one in that order would take far longer.
 */
export async function listCells(
  db: Db,
  range: CellRange,
  { withMissing, after, limit }: RowsQuery,
): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    with found as materialized (
      ${entryCells(range, after)} ${withMissing ? sql`union all ${missingCells(range, after)}` : sql``}
    ), cell as (
      select * from found order by day desc, member, activity limit ${limit}
    )
    select cell.*, coalesce(writer.name, case when cell.entered_by is not null then 'Former member' end) as entered_by_name
    from cell
    left join clan_members as writer on writer.clan_id = ${range.clanId} and writer.id = cell.entered_by
    order by cell.day desc, cell.member, cell.activity
  `.execute(db);
  return rows;
}

function entryCells(range: CellRange, after: CellPosition | undefined): RawBuilder<unknown> {
  return sql`
    select entry.day, member.index as member, activity.index as activity, entry.state, entry.value, entry.points,
      entry.is_met, entry.late, entry.version, entry.entered_by, entry.entered_at, entry.source
    from ${entriesOf(range)} and ${isWanted("entry", range.wanted)} and ${isAfter("entry.day", after)}`;
}

/** A cleared cell is missing too and keeps its version. */
function missingCells(range: CellRange, after: CellPosition | undefined): RawBuilder<unknown> {
  const { clanId, from, to } = range;
  return sql`
    select calendar.day, member.index, activity.index, 'missing', null, ${costOn("calendar.day", range)} / 100.0,
      false, false, coalesce(entry.version, 0), null, null, null
    from (
      select ${from}::date + day_index as day from generate_series(0, ${to}::date - ${from}::date) as day_index
    ) as calendar
    cross join ${membersOf(range)}
    cross join ${activitiesOf(range)}
    left join entries as entry on entry.clan_id = ${clanId} and entry.day = calendar.day
      and entry.member_id = member.id and entry.activity_id = activity.id
    where ${isDueOn("calendar.day", range)} and (entry.state is null or entry.state = 'cleared')
      and ${isAfter("calendar.day", after)}`;
}

function isAfter(day: string, after: CellPosition | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  return sql`(${sql.ref(day)} < ${after.day}::date
    or (${sql.ref(day)} = ${after.day}::date and (member.index, activity.index) > (${after.member}, ${after.activity})))`;
}

/** A member or an activity, with a 1 for each day of the range on which it is due, and a 0 for every other. */
interface DueDays {
  id: string;
  due: string;
}

/** Filters: cells with any of the states, of these writers and sources. Undefined means all. */
export interface Wanted {
  states: ("value" | "excused" | "missing" | "late" | "edited")[] | undefined;
  enteredBy: string[] | undefined;
  sources: EntrySource[] | undefined;
}

/** Cells of one clan: these members and activities on these days. */
export interface CellRange {
  clanId: string;
  from: string;
  to: string;
  /** The first day of the lists of due days; the range may begin later. */
  since: string;
  /** Set for a few members, so that only their rows are read. */
  memberIds: string[] | undefined;
  dueMembers: DueDays[];
  dueActivities: DueDays[];
  /** What a missing cell costs, in hundredths: all days of the first activity, then all of the next. */
  costs: number[];
  wanted: Wanted;
}

/** The members of the range as a table, each with its index. */
function membersOf({ dueMembers }: CellRange): RawBuilder<unknown> {
  return sql`${asTable(dueMembers)} as member (id, due, index)`;
}

function activitiesOf({ dueActivities }: CellRange): RawBuilder<unknown> {
  return sql`${asTable(dueActivities)} as activity (id, due, index)`;
}

function asTable(due: DueDays[]): RawBuilder<unknown> {
  return sql`unnest(
    ${due.map(({ id }) => id)}::uuid[],
    ${due.map((item) => item.due)}::varbit[],
    ${due.map((_, index) => index)}::int[]
  )`;
}

/**
 * The entries of the range, joined with `member` and `activity`. The database takes them for entries of anybody, of which
 * few belong to these members and activities, and would rather go through both lists for each entry than look into them
 * once. By left joins it expects all entries to stay, and `coalesce` keeps it from making inner ones of them.
 */
function entriesOf(range: CellRange): RawBuilder<unknown> {
  return sql`${range.memberIds ? entriesOfFew(range, range.memberIds) : entriesByDay(range)} as entry
    left join ${membersOf(range)} on member.id = entry.member_id
    left join ${activitiesOf(range)} on activity.id = entry.activity_id
    where coalesce(member.index, -1) >= 0 and coalesce(activity.index, -1) >= 0 and entry.state <> 'cleared'`;
}

/** Day by day: of a clan that is small beside others the database expects one entry at most, but then for each day. */
function entriesByDay({ clanId, from, to }: CellRange): RawBuilder<unknown> {
  return sql`(
    select written.* from generate_series(0, ${to}::date - ${from}::date) as day_index cross join lateral (
      select * from entries
      where clan_id = ${clanId} and day = ${from}::date + day_index and day between ${from}::date and ${to}::date
      offset 0
    ) as written
  )`;
}

function entriesOfFew({ clanId, from, to }: CellRange, memberIds: string[]): RawBuilder<unknown> {
  return sql`(
    select * from entries
    where clan_id = ${clanId} and day between ${from}::date and ${to}::date and member_id = any(${memberIds}::uuid[])
  )`;
}

/** Whether the cell is due on a day, for a row with `member` and `activity`. */
function isDueOn(day: string, { since }: CellRange): RawBuilder<boolean> {
  const dayIndex = sql`${sql.ref(day)} - ${since}::date`;
  return sql`(get_bit(member.due, ${dayIndex}) = 1 and get_bit(activity.due, ${dayIndex}) = 1)`;
}

/** What a missing cell of a day costs, in hundredths, for a row with `activity`. */
function costOn(day: string, { since, costs, dueActivities }: CellRange): RawBuilder<number> {
  const days = dueActivities[0]?.due.length ?? 0;
  return sql`(${costs}::int[])[activity.index * ${days}::int + (${sql.ref(day)} - ${since}::date) + 1]`;
}

/** Whether an entry, or a version of one, passes the filters. A cleared one counts as missing. */
export function isWanted(table: string, { states, enteredBy, sources }: Wanted): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const fits = {
    value: sql`${column("state")} = 'value'`,
    excused: sql`${column("state")} = 'excused'`,
    missing: sql`${column("state")} = 'cleared'`,
    late: sql`${column("late")}`,
    edited: sql`${column("version")} > 1`,
  };
  const conditions = [
    ...(states ? [sql`(${sql.join(states.map((state) => fits[state]), sql` or `)})`] : []),
    ...(enteredBy ? [sql`${column("entered_by")} = any(${enteredBy}::uuid[])`] : []),
    ...(sources ? [sql`${column("source")} = any(${sources}::text[])`] : []),
  ]; // prettier-ignore
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** The sums of the entries of one row and column. */
export interface EntrySums {
  row: number;
  column: number;
  /** Wanted entries with a value. */
  entered: number;
  /** Of the wanted entries on due cells: all, and those of each outcome. */
  due: number;
  met: number;
  partly: number;
  excused: number;
  points: number;
  /** All entries on due cells, wanted or not: those cells are not missing; and what they would cost, in hundredths. */
  taken: number;
  taken_costs: number;
  value_sum: number | null;
  best: number | null;
  days_done: number;
  /** The value of the latest day, as the number of the day and then the value, so that the highest is the latest. */
  latest: number | null;
}

/** What rows or columns stand for: members, activities, or the index that each day belongs to. */
export type SumKey = "member" | "activity" | number[];

interface SumQuery {
  rows: SumKey;
  columns: SumKey;
  withValues: boolean;
}

const sumNames = [
  ...(["column", "entered", "due", "met", "partly", "excused", "points"] as const),
  ...(["taken", "taken_costs", "value_sum", "best", "days_done", "latest"] as const),
] satisfies (keyof EntrySums)[];

/** The sums of a row, one list for each kind of number. */
type RowSums = { row: number } & Record<(typeof sumNames)[number], string>;

/**
 * Sums over the entries of a range, one for each row and column that has any. Those of a row come together: the driver
 * reads as many rows as have arrived at once, and a hundred thousand would keep everybody else waiting. `offset 0` keeps
 * the database from working out anew, for every sum, what each entry is.
 */
export async function sumEntries(db: Db, range: CellRange, options: SumQuery): Promise<Iterable<EntrySums>> {
  const lists = sumNames.map((name) => sql`array_agg(${sql.ref(name)})::text as ${sql.ref(name)}`);
  const { rows } = await sql<RowSums>`
    select row, ${sql.join(lists)} from (select row, "column",
      count(value) filter (where is_wanted) as entered,
      count(*) filter (where is_due and is_wanted) as due,
      count(*) filter (where is_due and is_wanted and is_met) as met,
      count(*) filter (where is_due and is_wanted and not is_met and value > 0) as partly,
      count(*) filter (where is_due and is_wanted and value is null) as excused,
      coalesce(sum(points) filter (where is_wanted), 0) as points,
      count(*) filter (where is_due) as taken,
      coalesce(sum(cost) filter (where is_due), 0) as taken_costs,
      ${options.withValues ? sumsOfValues : noValues}
    from (
      select ${positionOf(options.rows, range)} as row, ${positionOf(options.columns, range)} as "column",
        entry.value, entry.points, entry.is_met, entry.day - ${range.since}::date as day_index,
        ${isDueOn("entry.day", range)} as is_due, ${costOn("entry.day", range)} as cost,
        ${isWanted("entry", range.wanted)} as is_wanted
      from ${entriesOf(range)}
      offset 0
    ) as cell
    group by row, "column") as summed group by row
  `.execute(db);
  return readSums(rows);
}

function* readSums(rows: RowSums[]): Generator<EntrySums> {
  for (const { row, ...texts } of rows) {
    const lists = sumNames.map((name) => toNumbers(texts[name].toLowerCase()));
    for (let index = 0; index < (lists[0]?.length ?? 0); index += 1) {
      const sums = Object.fromEntries(sumNames.map((name, list) => [name, lists[list]?.[index] ?? null]));
      yield { row, ...sums } as EntrySums;
    }
  }
}

const noValues = sql`null::numeric as value_sum, null::numeric as best, 0 as days_done, null::bigint as latest`;

const sumsOfValues = sql`
  sum(value) filter (where is_wanted) as value_sum,
  max(value) filter (where is_wanted) as best,
  count(*) filter (where is_wanted and value > 0) as days_done,
  max(day_index * 1000000000000 + 100000000000 + (value * 100)::bigint) filter (where is_wanted) as latest`;

function positionOf(key: SumKey, { since }: CellRange): RawBuilder<number> {
  if (key === "member") return sql`member.index`;
  if (key === "activity") return sql`activity.index`;
  return sql`(${key}::int[])[entry.day - ${since}::date + 1]`;
}

/** The days of a member and an activity on which something was entered, one bit for each, the earliest first. */
export interface DayBits {
  member_id: string;
  activity_id: string;
  entered: number;
  met: number;
  partly: number;
  excused: number;
  value_sum: number | null;
}

/** A number in JavaScript has room for so many bits. */
export const dayBitsMax = 52;

/** All days of a pair in one row: adding up each day of its own would take many times as long. */
export async function listDayBits(
  db: Db,
  { clanId, from, to, memberIds }: Pick<CellRange, "clanId" | "from" | "to" | "memberIds">,
  { withValues }: Pick<SumQuery, "withValues">,
): Promise<DayBits[]> {
  const bitsOf = (condition: RawBuilder<boolean>) =>
    sql`coalesce(bit_or(1::bigint << (day - ${from}::date)) filter (where ${condition}), 0)`;
  const { rows } = await sql<DayBits>`
    select member_id, activity_id, ${bitsOf(sql`state = 'value'`)} as entered, ${bitsOf(sql`is_met`)} as met,
      ${bitsOf(sql`not is_met and value > 0`)} as partly, ${bitsOf(sql`state = 'excused'`)} as excused,
      ${withValues ? sql`sum(value)` : sql`null`} as value_sum
    from entries
    where clan_id = ${clanId} and day between ${from}::date and ${to}::date and state <> 'cleared'
      and ${memberIds ? sql`member_id = any(${memberIds}::uuid[])` : sql`true`}
    group by member_id, activity_id
  `.execute(db);
  return rows;
}

/** The highest value of each activity that a member ever had, and the first day of it. */
export function listBestValues(db: Db, clanId: string, memberId: string) {
  return db
    .selectFrom("entries")
    .distinctOn("activity_id")
    .select(["activity_id", "value", "day"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .where("state", "=", "value")
    .where("value", ">", 0)
    .orderBy("activity_id")
    .orderBy("value", "desc")
    .orderBy("day")
    .$narrowType<{ value: NotNull }>()
    .execute();
}

export function getCalendarOf(db: Db, clanId: string) {
  return db
    .selectFrom("clans")
    .select(["week_start", "grace_days", "first_day"])
    .where("id", "=", clanId)
    .executeTakeFirstOrThrow();
}
