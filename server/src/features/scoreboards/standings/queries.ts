import { mapFields } from "@clanhall/contract/fields/field";
import { type RawBuilder, sql } from "kysely";
import { anyOf, toNumbers } from "../../../db/lists.ts";
import { prepared } from "../../../db/prepared.ts";
import type { Db } from "../../../db/tables.ts";

/** Members or activities as a table, each with its index in the list, so that rows come back by number. */
function withOrdinal(name: string, ids: string[]): RawBuilder<unknown> {
  return sql`unnest(${ids}::uuid[], ${ids.map((_, index) => index)}::int[]) as ${sql.ref(name)} (id, ordinal)`;
}

export interface ScheduledActivity {
  id: string;
  /** A 1 for each day since the first on which the activity is scheduled, and a 0 for every other. */
  due: string;
  weight: number;
}

/** The same for activities with their schedules and weights. */
function scheduledWithOrdinal(activities: ScheduledActivity[]): RawBuilder<unknown> {
  return sql`unnest(
    ${activities.map(({ id }) => id)}::uuid[], ${activities.map((_, index) => index)}::int[],
    ${activities.map(({ due }) => due)}::varbit[], ${activities.map(({ weight }) => weight)}::numeric[]
  ) as activity (id, ordinal, due, weight)`;
}

const sumNames = ["value_sum", "points", "entered", "done", "met", "excused", "costs"] as const;

/**
 * What the entries of a member add up to, due or not: one number for each of `activities`. `costs` is what the entered
 * and excused cells would have cost, in hundredths, at the price of their month.
 */
export interface MemberSums extends Record<(typeof sumNames)[number], number[]> {
  /** Of the parts they were added up from. */
  bundle: number;
  /** In the lists of members and activities. */
  member_index: number;
  activities: number[];
}

/** Each of them with those before it: points and how many cells are filled; what was met; values. */
export const wantedSums = ["points", "outcome", "values"] as const;
export type WantedSums = (typeof wantedSums)[number];

/** Sums of a month, or of some of its days. */
export interface SumPart {
  clanId: string;
  month: string;
  days: { from: string; to: string } | null;
  /** How many of them are read. */
  cells: number;
  /** Months with the same number are added up; of days there may be several rows of it. */
  bundle: number;
  /** Sums that nobody wants stay 0. */
  wanted: WantedSums;
  /** Activities that nobody wants apart, so that they are added up at once; null where somebody does. */
  together: string[] | null;
  /** What a missing cell costs in that month, in hundredths, for each of the activities; null when nothing costs. */
  prices: number[] | null;
}

/**
 * For the rest of the transaction the database first collects where rows are and then reads page after page. With an
 * index alone it comes to each page as often as there are activities, which it takes for cheap where most of a table is
 * one clan's. It takes half as long where the values of a player were written together, and as long as before elsewhere.
 */
async function preferBitmaps(tx: Db): Promise<void> {
  await sql`select set_config('enable_indexscan', 'off', true)`.execute(tx);
}

/** Of fewer cells nobody notices how they are read. */
const cellsUnnoticed = 50_000;

/** So many parts of days are added up one by one, which pays for a large clan; more are of many clans. */
const partsApart = 4;

/**
 * Parts are added up before they are joined with anything: hundreds of thousands of entries become some thousand rows.
 * All numbers of a member come in one row, because to read a row takes the driver longer than to add it up.
 */
export async function sumParts(
  db: Db,
  { memberIds, activityIds }: { memberIds: string[]; activityIds: string[] },
  parts: SumPart[],
): Promise<MemberSums[]> {
  const areMany = parts.filter(({ days }) => days !== null).length > partsApart;
  // A prepared statement would keep the plan that it gets here.
  if (!areMany && parts.reduce((sum, { cells }) => sum + cells, 0) > cellsUnnoticed) await preferBitmaps(db);
  const price = areFree(parts) ? sql`0` : sql`coalesce(prices[activity.ordinal + 1], 0)`;
  const list = (name: string, values: RawBuilder<unknown> = sql.ref(name)) =>
    sql`array_agg(${values})::text as ${sql.ref(name)}`;
  const { rows } = await sql<SummedRow>`${areMany ? prepared : sql``}
    select bundle, member.ordinal as member_index, ${list("activities", sql`activity.ordinal`)},
      ${list("value_sum", sql`coalesce(value_sum, 0)`)}, ${list("points")}, ${list("entered")}, ${list("done")},
      ${list("met")}, ${list("excused")}, ${list("costs", sql`(entered + excused)::bigint * ${price}`)}
    from (${sql.join(branchesOf(parts, areMany), sql` union all `)})
      as part (bundle, prices, member_id, activity_id, value_sum, points, entered, done, met, excused)
    join ${withOrdinal("member", memberIds)} on member.id = part.member_id
    join ${withOrdinal("activity", activityIds)} on activity.id = part.activity_id
    group by bundle, member.ordinal
  `.execute(db);
  return rows.map(toMemberSums);
}

type SummedRow = Record<"activities" | (typeof sumNames)[number], string> & Pick<MemberSums, "bundle" | "member_index">;

function toMemberSums({ bundle, member_index, ...lists }: SummedRow): MemberSums {
  return { bundle, member_index, ...mapFields(["activities", ...sumNames], (name) => toNumbers(lists[name])) };
}

function branchesOf(parts: SumPart[], areMany: boolean): RawBuilder<unknown>[] {
  const months = parts.filter(({ days }) => days === null);
  const days = parts.filter((part) => part.days !== null);
  const ofDays = areMany ? [manyDaysOf(days)] : days.map(daysOf);
  if (months.length === 0) return ofDays;
  if (areMany || !areFree(months)) return [manyMonthsOf(months), ...ofDays];
  return [...[...Map.groupBy(months, ({ bundle }) => bundle).values()].map(monthsOf), ...ofDays];
}

/** Of one bundle, in half the time of `manyMonthsOf`. */
function monthsOf(parts: SumPart[]): RawBuilder<unknown> {
  const { bundle = 0, clanId = null, together = null } = parts[0] ?? {};
  const wanted = wantedSums.findLast((sums) => parts.some((part) => part.wanted === sums)) ?? "values";
  return sql`
    select ${bundle}::int, null::int[], member_id, ${activityOf(together)}, ${monthSums(wanted)}
    from entry_months
    where clan_id = ${clanId} and month = any(${parts.map(({ month }) => month)}::date[]) and ${isOneOf(together)}
    group by member_id ${together ? sql`` : sql`, activity_id`}`;
}

function manyMonthsOf(parts: SumPart[]): RawBuilder<unknown> {
  return sql`
    select part.bundle, ${pricesOf(parts)}, member_id, activity_id, ${monthSums("values")}
    from ${partTable(parts)} cross join lateral (
      select * from entry_months where clan_id = part.clan_id and month = part.first_day offset 0
    ) as entry
    group by ${groupOf(parts)}, member_id, activity_id`;
}

function monthSums(wanted: WantedSums): RawBuilder<unknown> {
  return sql`
    ${ifWanted(wanted, "values", sql`sum(value_sum)`)}, sum(points), sum(days_entered)::int,
    ${ifWanted(wanted, "values", sql`sum(days_done)::int`)}, ${ifWanted(wanted, "outcome", sql`sum(days_met)::int`)},
    sum(days_excused)::int`;
}

/** Any of the activities stands for all that are added up together. */
function activityOf(together: string[] | null): RawBuilder<unknown> {
  return together ? sql`${together[0] ?? null}::uuid` : sql`activity_id`;
}

function isOneOf(together: string[] | null): RawBuilder<unknown> {
  return together ? sql`activity_id = ${anyOf(together)}` : sql`true`;
}

function manyDaysOf(parts: SumPart[]): RawBuilder<unknown> {
  return sql`
    select part.bundle, ${pricesOf(parts)}, member_id, activity_id, ${daySums("values")}
    from ${partTable(parts)} cross join lateral (
      select * from entries
      where clan_id = part.clan_id and day between part.first_day and part.last_day and state <> 'cleared' offset 0
    ) as entry
    group by ${groupOf(parts)}, member_id, activity_id`;
}

function daysOf({ bundle, prices, clanId, days, month, wanted, together }: SumPart): RawBuilder<unknown> {
  const { from, to } = days ?? { from: month, to: month };
  return sql`
    select ${bundle}::int, ${prices}::int[], member_id, ${activityOf(together)}, ${daySums(wanted)}
    from entries
    where clan_id = ${clanId} and day between ${from}::date and ${to}::date and state <> 'cleared'
      and ${isOneOf(together)}
    group by member_id ${together ? sql`` : sql`, activity_id`}`;
}

function daySums(wanted: WantedSums): RawBuilder<unknown> {
  return sql`
    ${ifWanted(wanted, "values", sql`sum(value)`)}, sum(points), count(value)::int,
    ${ifWanted(wanted, "values", sql`(count(*) filter (where value > 0))::int`)},
    ${ifWanted(wanted, "outcome", sql`(count(*) filter (where is_met))::int`)}, (count(*) - count(value))::int`;
}

/** Nothing is added up that nobody wants. */
function ifWanted(wanted: WantedSums, of: WantedSums, sum: RawBuilder<unknown>): RawBuilder<unknown> {
  return wantedSums.indexOf(wanted) < wantedSums.indexOf(of) ? sql`0` : sum;
}

/** Parts with prices stay apart, because each has its own. */
function groupOf(parts: SumPart[]): RawBuilder<unknown> {
  return areFree(parts) ? sql`part.bundle` : sql`part.bundle, part.ordinal`;
}

function pricesOf(parts: SumPart[]): RawBuilder<unknown> {
  return areFree(parts) ? sql`null::int[]` : sql`min(part.prices)::int[]`;
}

const areFree = (parts: SumPart[]) => parts.every(({ prices }) => prices === null);

function partTable(parts: SumPart[]): RawBuilder<unknown> {
  return sql`unnest(
    ${parts.map((_, index) => index)}::int[], ${parts.map(({ bundle }) => bundle)}::int[],
    ${parts.map(({ clanId }) => clanId)}::uuid[], ${parts.map(({ days, month }) => days?.from ?? month)}::date[],
    ${parts.map(({ days, month }) => days?.to ?? month)}::date[],
    ${parts.map(({ prices }) => prices && `{${prices.join()}}`)}::text[]
  ) as part (ordinal, bundle, clan_id, first_day, last_day, prices)`;
}

/** What month sums count too much for a member and an activity, and what their costs lack. */
export interface Correction {
  /** In the list of what is asked for. */
  ask_index: number;
  member_index: number;
  activity_index: number;
  /** Entries on cells that were not due. */
  met: number;
  excused: number;
  filled: number;
  /** To be added to what the filled cells would have cost, in hundredths. */
  costs: number;
}

/** Days in a row of a member or an activity. */
interface Run {
  ask: number;
  clanId: string;
  id: string;
  /** In the list of members, or of activities. */
  index: number;
  from: string;
  to: string;
}

/** Days in a row on which an activity was not scheduled, or cost something else than in the rest of the month. */
export interface ActivityRun extends Run {
  isOff: boolean;
  cost: number;
}

/** Days in a row on which nothing was due from a member. */
export type MemberRun = Run;

interface AskedMember {
  ask: number;
  id: string;
  index: number;
}

function runColumns(runs: Run[]): RawBuilder<unknown> {
  return sql`
    ${runs.map(({ ask }) => ask)}::int[], ${runs.map(({ clanId }) => clanId)}::uuid[],
    ${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ index }) => index)}::int[],
    ${runs.map(({ from }) => from)}::date[], ${runs.map(({ to }) => to)}::date[]`;
}

/** `offset 0` makes the database look up the days of each run, and never all days of the clan. */
export async function sumActivityRuns(db: Db, members: AskedMember[], runs: ActivityRun[]): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select run.ask as ask_index, member.ordinal as member_index, run.ordinal as activity_index,
      count(*) filter (where run.is_off and entry.is_met) as met,
      count(*) filter (where run.is_off and entry.state = 'excused') as excused,
      count(*) filter (where run.is_off) as filled, sum(run.cost) as costs
    from unnest(
      ${runColumns(runs)}, ${runs.map(({ isOff }) => isOff)}::boolean[], ${runs.map(({ cost }) => cost)}::int[]
    ) as run (ask, clan_id, id, ordinal, first_day, last_day, is_off, cost)
    cross join lateral (
      select member_id, state, is_met from entries
      where clan_id = run.clan_id and activity_id = run.id and day between run.first_day and run.last_day
        and state <> 'cleared'
      offset 0
    ) as entry
    join unnest(
      ${members.map(({ ask }) => ask)}::int[], ${members.map(({ id }) => id)}::uuid[],
      ${members.map(({ index }) => index)}::int[]
    ) as member (ask, id, ordinal) on member.ask = run.ask and member.id = entry.member_id
    group by run.ask, member.ordinal, run.ordinal
  `.execute(db);
  return rows;
}

interface ScheduledActivities {
  ask: number;
  /** The first day of the schedules. */
  since: string;
  activities: ScheduledActivity[];
  /** What a missing cell costs, in hundredths: all days of the first activity, then all of the next. */
  costs: number[];
}

/** Days on which the activity is not scheduled are left to `sumActivityRuns`. */
export async function sumMemberRuns(
  db: Db,
  schedules: ScheduledActivities[],
  runs: MemberRun[],
): Promise<Correction[]> {
  const dayIndex = sql`(entry.day - activity.since)`;
  const asked = schedules.flatMap(({ ask, since, activities }) =>
    activities.map((activity, index) => ({ ask, since, index, ...activity })),
  );
  const lengths = asked.map(({ due }) => due.length);
  const offsets = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
  const { rows } = await sql<Correction>`
    select run.ask as ask_index, run.ordinal as member_index, activity.ordinal as activity_index,
      count(*) filter (where entry.is_met) as met,
      count(*) filter (where entry.state = 'excused') as excused, count(*) as filled,
      -sum((${schedules.flatMap(({ costs }) => costs)}::int[])[activity.first_cost + ${dayIndex} + 1]) as costs
    from unnest(${runColumns(runs)}) as run (ask, clan_id, id, ordinal, first_day, last_day)
    cross join lateral (
      select activity_id, day, state, is_met from entries
      where clan_id = run.clan_id and member_id = run.id and day between run.first_day and run.last_day
        and state <> 'cleared'
      offset 0
    ) as entry
    join unnest(
      ${asked.map(({ ask }) => ask)}::int[], ${asked.map(({ id }) => id)}::uuid[],
      ${asked.map(({ index }) => index)}::int[], ${asked.map(({ since }) => since)}::date[],
      ${asked.map(({ due }) => due)}::varbit[], ${offsets}::int[]
    ) as activity (ask, id, ordinal, since, due, first_cost)
      on activity.ask = run.ask and activity.id = entry.activity_id
    where get_bit(activity.due, ${dayIndex}) = 1
    group by run.ask, run.ordinal, activity.ordinal
  `.execute(db);
  return rows;
}

/** The highest and the latest value of a member and an activity. */
export interface ValueEnds {
  member_index: number;
  activity_index: number;
  best: number;
  latest: number;
}

export async function listValueEnds(
  db: Db,
  clanId: string,
  { from, to, memberIds, activityIds }: { from: string; to: string; memberIds: string[]; activityIds: string[] },
): Promise<ValueEnds[]> {
  const { rows } = await sql<ValueEnds>`
    select member.ordinal as member_index, activity.ordinal as activity_index, max(entry.value) as best,
      (max(array[entry.day - ${from}::date, entry.value]))[2] as latest
    from entries as entry
    join ${withOrdinal("member", memberIds)} on member.id = entry.member_id
    join ${withOrdinal("activity", activityIds)} on activity.id = entry.activity_id
    where entry.clan_id = ${clanId} and entry.activity_id = any(${activityIds}::uuid[])
      and entry.day between ${from}::date and ${to}::date and entry.state = 'value'
    group by member.ordinal, activity.ordinal
  `.execute(db);
  return rows;
}

/** The entries of one member on one day; what was not wanted stays 0 or null. */
export interface MemberDay {
  member_index: number;
  /** Days since the first of the range. */
  day_index: number;
  /** Of the activities that are scheduled on that day. */
  met: number;
  excused: number;
  /** Weighted. */
  points: number;
  /** All values together; null without any. */
  value: number | null;
}

interface MemberDaysQuery {
  from: string;
  to: string;
  memberIds: string[];
  /** The first day of the schedules, not later than `from`. */
  since: string;
  activities: ScheduledActivity[];
  wanted: "outcome" | "points" | "value";
}

/** The days of so many members are looked up; of more, day after day is read, which takes a third of the time. */
const fewMembers = 50;

export async function listMemberDays(db: Db, clanId: string, query: MemberDaysQuery): Promise<MemberDay[]> {
  const { from, to, memberIds, since, activities, wanted } = query;
  const isScheduled = sql`get_bit(activity.due, entry.day - ${since}::date) = 1`;
  const isWeighted = wanted === "points" && activities.some(({ weight }) => weight !== 1);
  const columns = {
    outcome: sql`count(*) filter (where entry.is_met and ${isScheduled}) as met,
      count(*) filter (where entry.state = 'excused' and ${isScheduled}) as excused, 0 as points, null as value`,
    points: sql`0 as met, 0 as excused,
      ${isWeighted ? sql`sum(round(entry.points * activity.weight, 2))` : sql`sum(entry.points)`} as points, null as value`,
    value: sql`0 as met, 0 as excused, 0 as points, sum(entry.value) as value`,
  };
  const withActivity = wanted === "outcome" || isWeighted;
  const counted = (days: RawBuilder<unknown>) => sql`
    select entry.member_id, entry.day, ${columns[wanted]}
    from entries as entry
    ${withActivity ? sql`join ${scheduledWithOrdinal(activities)} on activity.id = entry.activity_id` : sql``}
    where entry.clan_id = ${clanId} and ${days} and entry.state <> 'cleared'
      and ${withActivity ? sql`true` : sql`entry.activity_id = ${anyOf(activities.map(({ id }) => id))}`}
    group by entry.member_id, entry.day`;
  const { rows } = await sql<MemberDay>`
    select member.ordinal as member_index, entry.day - ${since}::date as day_index, met, excused, points, value
    from ${
      memberIds.length > fewMembers
        ? sql`generate_series(0, ${to}::date - ${from}::date) as since_first
          cross join lateral (${counted(sql`entry.day = ${from}::date + since_first`)} offset 0) as entry`
        : sql`(${counted(sql`entry.day between ${from}::date and ${to}::date and entry.member_id = ${anyOf(memberIds)}`)}) as entry`
    }
    join ${withOrdinal("member", memberIds)} on member.id = entry.member_id
  `.execute(db);
  return rows;
}
