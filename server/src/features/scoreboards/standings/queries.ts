import { type RawBuilder, sql } from "kysely";
import { anyOf } from "../../../db/any-of.ts";
import type { Db } from "../../../db/tables.ts";

/** Members or activities as a table, each with its index in the list, so that rows come back by number. */
function withOrdinal(name: string, ids: string[]): RawBuilder<unknown> {
  return sql`unnest(${ids}::uuid[], ${ids.map((_, index) => index)}::int[]) as ${sql.ref(name)} (id, ordinal)`;
}

interface ScheduledActivity {
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

/** What the entries of a member and an activity add up to, due or not. */
export interface EntrySums {
  /** In the lists of members and activities. */
  member_index: number;
  activity_index: number;
  value_sum: number;
  points: number;
  entered: number;
  done: number;
  met: number;
  excused: number;
  /** What the entered and excused cells would have cost, in hundredths, at the price of their month. */
  costs: number;
}

/** Sums of a month, or of some of its days, which are added or subtracted. */
export interface SumPart {
  month: string;
  days: { from: string; to: string } | null;
  sign: 1 | -1;
  /** What a missing cell costs in that month, in hundredths, for each of the activities; null when nothing costs. */
  prices: number[] | null;
}

/** Days are added up before they are joined with anything: hundreds of thousands of entries become some thousand rows. */
export async function sumParts(
  db: Db,
  clanId: string,
  { memberIds, activityIds }: { memberIds: string[]; activityIds: string[] },
  parts: SumPart[],
  { pointsOnly }: { pointsOnly: boolean },
): Promise<EntrySums[]> {
  const isFree = parts.every(({ prices }) => prices === null);
  const none = activityIds.map(() => 0);
  const priced = parts.map((part) =>
    rowsOf(clanId, part, { pointsOnly, prices: isFree ? sql`null` : sql`${part.prices ?? none}::int[]` }),
  );
  const { rows } = await sql<EntrySums>`
    select member.ordinal as member_index, activity.ordinal as activity_index, coalesce(sum(value_sum), 0) as value_sum,
      sum(points) as points, sum(entered)::int as entered, sum(done)::int as done, sum(met)::int as met,
      sum(excused)::int as excused,
      ${isFree ? sql`0` : sql`sum((entered + excused) * prices[activity.ordinal + 1])::bigint`} as costs
    from (${sql.join(priced, sql` union all `)})
      as part (member_id, activity_id, value_sum, points, entered, done, met, excused, prices)
    join ${withOrdinal("member", memberIds)} on member.id = part.member_id
    join ${withOrdinal("activity", activityIds)} on activity.id = part.activity_id
    group by member.ordinal, activity.ordinal
  `.execute(db);
  return rows;
}

interface RowsQuery {
  /** Values and what was met stay 0. */
  pointsOnly: boolean;
  prices: RawBuilder<unknown>;
}

function rowsOf(
  clanId: string,
  { month, days, sign }: SumPart,
  { pointsOnly, prices }: RowsQuery,
): RawBuilder<unknown> {
  if (!days) {
    return sql`
      select member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused, ${prices}
      from entry_months where clan_id = ${clanId} and month = ${month}::date`;
  }
  const signed = (part: RawBuilder<unknown>) => (sign === 1 ? part : sql`-${part}`);
  const unlessPoints = (part: RawBuilder<unknown>) => (pointsOnly ? sql`0` : signed(part));
  return sql`
    select member_id, activity_id, ${unlessPoints(sql`sum(value)`)}, ${signed(sql`sum(points)`)},
      ${signed(sql`count(value)`)}, ${unlessPoints(sql`count(*) filter (where value > 0)`)},
      ${unlessPoints(sql`count(*) filter (where is_met)`)}, ${signed(sql`(count(*) - count(value))`)}, ${prices}
    from entries
    where clan_id = ${clanId} and day between ${days.from}::date and ${days.to}::date and state <> 'cleared'
    group by member_id, activity_id`;
}

/** What month sums count too much for a member and an activity, and what their costs lack. */
export interface Correction {
  member_index: number;
  activity_index: number;
  /** Entries on cells that were not due. */
  met: number;
  excused: number;
  filled: number;
  /** To be added to what the filled cells would have cost, in hundredths. */
  costs: number;
}

/** Days in a row on which an activity was not scheduled, or cost something else than in the rest of the month. */
export interface ActivityRun {
  id: string;
  /** In the list of activities. */
  index: number;
  from: string;
  to: string;
  isOff: boolean;
  cost: number;
}

/** Days in a row on which nothing was due from a member. */
export interface MemberRun {
  id: string;
  /** In the list of members. */
  index: number;
  from: string;
  to: string;
}

/** `offset 0` makes the database look up the days of each run, and never all days of the clan. */
export async function sumActivityRuns(
  db: Db,
  clanId: string,
  memberIds: string[],
  runs: ActivityRun[],
): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select member.ordinal as member_index, run.ordinal as activity_index,
      count(*) filter (where run.is_off and entry.is_met) as met,
      count(*) filter (where run.is_off and entry.state = 'excused') as excused,
      count(*) filter (where run.is_off) as filled, sum(run.cost) as costs
    from unnest(
      ${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ index }) => index)}::int[],
      ${runs.map(({ from }) => from)}::date[], ${runs.map(({ to }) => to)}::date[],
      ${runs.map(({ isOff }) => isOff)}::boolean[], ${runs.map(({ cost }) => cost)}::int[]
    ) as run (id, ordinal, first_day, last_day, is_off, cost)
    cross join lateral (
      select member_id, state, is_met from entries
      where clan_id = ${clanId} and activity_id = run.id and day between run.first_day and run.last_day
        and state <> 'cleared'
      offset 0
    ) as entry
    join ${withOrdinal("member", memberIds)} on member.id = entry.member_id
    group by member.ordinal, run.ordinal
  `.execute(db);
  return rows;
}

interface ScheduledActivities {
  /** The first day of the schedules. */
  since: string;
  activities: ScheduledActivity[];
  /** What a missing cell costs, in hundredths: all days of the first activity, then all of the next. */
  costs: number[];
}

/** Days on which the activity is not scheduled are left to `sumActivityRuns`. */
export async function sumMemberRuns(
  db: Db,
  clanId: string,
  { since, activities, costs }: ScheduledActivities,
  runs: MemberRun[],
): Promise<Correction[]> {
  const dayIndex = sql`(entry.day - ${since}::date)`;
  const { rows } = await sql<Correction>`
    select run.ordinal as member_index, activity.ordinal as activity_index,
      count(*) filter (where entry.is_met) as met,
      count(*) filter (where entry.state = 'excused') as excused,
      count(*) as filled, -sum((${costs}::int[])[activity.ordinal * length(activity.due) + ${dayIndex} + 1]) as costs
    from unnest(
      ${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ index }) => index)}::int[],
      ${runs.map(({ from }) => from)}::date[], ${runs.map(({ to }) => to)}::date[]
    ) as run (id, ordinal, first_day, last_day)
    cross join lateral (
      select activity_id, day, state, is_met from entries
      where clan_id = ${clanId} and member_id = run.id and day between run.first_day and run.last_day
        and state <> 'cleared'
      offset 0
    ) as entry
    join ${scheduledWithOrdinal(activities)} on activity.id = entry.activity_id
    where get_bit(activity.due, ${dayIndex}) = 1
    group by run.ordinal, activity.ordinal
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
  const { rows } = await sql<MemberDay>`
    select member.ordinal as member_index, entry.day - ${since}::date as day_index, met, excused, points, value
    from (
      select entry.member_id, entry.day, ${columns[wanted]}
      from entries as entry
      ${withActivity ? sql`join ${scheduledWithOrdinal(activities)} on activity.id = entry.activity_id` : sql``}
      where entry.clan_id = ${clanId} and entry.day between ${from}::date and ${to}::date and entry.state <> 'cleared'
        and entry.member_id = any(${memberIds}::uuid[])
        and ${withActivity ? sql`true` : sql`entry.activity_id = ${anyOf(activities.map(({ id }) => id))}`}
      group by entry.member_id, entry.day
    ) as entry
    join ${withOrdinal("member", memberIds)} on member.id = entry.member_id
  `.execute(db);
  return rows;
}

/** The entries of one member; cleared cells are empty. */
export function listMemberEntries(
  db: Db,
  clanId: string,
  { memberId, activityIds, from, to }: { memberId: string; activityIds: string[]; from: string; to: string },
) {
  return db
    .selectFrom("entries")
    .select(["day", "activity_id", "state", "value", "points", "is_met"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .where("activity_id", "=", anyOf(activityIds))
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("state", "!=", "cleared")
    .execute();
}
