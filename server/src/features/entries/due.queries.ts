import type { Aggregate } from "@clanhall/contract/rules/scoring";
import { type RawBuilder, sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import { prepared } from "../../db/prepared.ts";
import type { Db } from "../../db/tables.ts";

/** A clan day, and what is due on it. */
export interface DueDay {
  clan_id: string;
  day: string;
  grace_days: number;
  first_day: string | null;
  /** Activities scheduled on the day. */
  activities: string[];
  /** Whose cells count; everybody's when null. */
  member_id: string | null;
}

interface DayCount {
  clan_id: string;
  due: number;
  entered: number;
}

/** How many cells are due on a day of each clan, and how many of them have an entry. */
export async function countDueCells(db: Db, days: DueDay[]): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`${prepared}
    with ${dueDays(days)}, ${dueMembers},
    counted as (
      select clan_id, day, count(*) as members, sum(entered.cells) as cells
      from due_members cross join lateral ${entered} group by clan_id, day
    )
    select clan_id, (coalesce(counted.members, 0) * cardinality(activities))::int as due,
      coalesce(counted.cells, 0)::int as entered
    from due_day left join counted using (clan_id, day)
  `.execute(db);
  return rows;
}

interface Missing {
  clan_id: string;
  member_id: string;
  name: string;
  tint: number;
  missing: number;
  count: number;
  /** Of the whole clan: its due cells, and those of them with an entry. */
  due: number;
  entered: number;
}

/**
 * Players of each clan with at least one due cell without an entry, the first by name or by how many are missing, and
 * how many players there are in all. Who is missing what is worked out once, before it is filtered and sorted.
 */
export async function listMissing(
  db: Db,
  days: DueDay[],
  limit: number,
  order: "name" | "missing" = "name",
): Promise<Missing[]> {
  const most = order === "missing" ? sql`missing desc,` : sql``;
  const { rows } = await sql<Missing>`${prepared}
    with ${dueDays(days)}, ${dueMembers},
    missing as materialized (
      select clan_id, member_id, name, name_key, tint, cardinality(activities) as due,
        cardinality(activities) - entered.cells as missing
      from due_members cross join lateral ${entered}
    ),
    totals as (
      select clan_id, sum(due)::int as due, sum(due - missing)::int as entered from missing group by clan_id
    ),
    numbered as (
      select *, (count(*) over (partition by clan_id))::int as count,
        row_number() over (partition by clan_id order by ${most} name_key, member_id) as ordinal
      from missing where missing > 0
    )
    select clan_id, member_id, name, tint, missing, count, totals.due, totals.entered
    from numbered join totals using (clan_id)
    where ordinal <= ${limit} order by clan_id, ordinal
  `.execute(db);
  return rows;
}

/** What each of some players still has to enter on a day, in the order of the day's activities. */
export async function listMissingActivities(db: Db, day: DueDay, memberIds: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ member_id: string; activities: string[] }>`
    select member.id as member_id, array_agg(activity.id order by activity.ordinal) as activities
    from unnest(${memberIds}::uuid[]) as member (id)
    cross join unnest(${day.activities}::uuid[]) with ordinality as activity (id, ordinal)
    where not exists (
      select from entries
      where entries.clan_id = ${day.clan_id} and entries.day = ${day.day} and entries.member_id = member.id
        and entries.activity_id = activity.id and entries.state <> 'cleared'
    )
    group by member.id
  `.execute(db);
  return new Map(rows.map(({ member_id, activities }) => [member_id, activities]));
}

/** Activities of a day that its member still has to enter. */
export async function listStillDue(db: Db, day: DueDay): Promise<string[]> {
  const { rows } = await sql<{ activity_id: string }>`
    with ${dueDays([day])}, ${dueMembers}
    select activity_id from due_members cross join unnest(activities) as activity_id
    where not exists (
      select from entries
      where entries.clan_id = due_members.clan_id and entries.day = due_members.day
        and entries.member_id = due_members.member_id and entries.activity_id = activity_id.activity_id
        and entries.state <> 'cleared'
      offset 0
    )
  `.execute(db);
  return rows.map(({ activity_id }) => activity_id);
}

interface WeeklyTarget {
  activity_id: string;
  aggregate: Aggregate;
  target: number;
}

interface BelowTarget {
  member_id: string;
  name: string;
  activity_id: string;
  value: number;
  target: number;
  count: number;
}

/** Members due on a day who are below a target of the week so far; the first by name, and how many in all. */
export async function listBelowTarget(
  db: Db,
  day: DueDay,
  since: string,
  targets: WeeklyTarget[],
  limit: number,
): Promise<BelowTarget[]> {
  const { rows } = await sql<BelowTarget>`
    with ${dueDays([day])}, ${dueMembers},
    target as (
      select * from unnest(${targets.map(({ activity_id }) => activity_id)}::uuid[],
        ${targets.map(({ aggregate }) => aggregate)}::text[],
        ${targets.map(({ target }) => target)}::numeric[])
        with ordinality as target (activity_id, aggregate, target, ordinal)
    ),
    done as (
      select entries.member_id, entries.activity_id,
        case target.aggregate
          when 'best' then max(entries.value)
          when 'latest' then (array_agg(entries.value order by entries.day desc))[1]
          when 'days_done' then count(*) filter (where entries.value > 0)
          else sum(entries.value)
        end as value
      from entries join target using (activity_id)
      where entries.clan_id = ${day.clan_id} and entries.day between ${since} and ${day.day}
        and entries.state = 'value'
      group by entries.member_id, entries.activity_id, target.aggregate
    )
    select member_id, due_members.name, activity_id, coalesce(done.value, 0) as value, target.target,
      (count(*) over ())::int as count
    from due_members cross join target left join done using (member_id, activity_id)
    where coalesce(done.value, 0) < target.target
    order by due_members.name_key, member_id, target.ordinal limit ${limit}
  `.execute(db);
  return rows;
}

function dueDays(days: DueDay[]): RawBuilder<unknown> {
  return sql`due_day as (
    select clan_id, day, grace_days, first_day, member_id, activities
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as due_day (clan_id uuid, day date, grace_days int, first_day date, member_id uuid, activities uuid[])
  )`;
}

interface NotDuePlayers {
  clan_id: string;
  players: number;
  first_days: number;
  away: number;
  due_from: string | null;
}

/** How many players of each clan are on the roster of a day, and why nothing is due from some. */
export async function countNotDue(db: Db, days: DueDay[]): Promise<NotDuePlayers[]> {
  const { rows } = await sql<NotDuePlayers>`
    with ${dueDays(days)}, ${present}
    select present.clan_id, count(*)::int as players,
      (count(*) filter (where present.day < present.due_from))::int as first_days,
      (count(*) filter (where present.day >= present.due_from and ${isAway}))::int as away,
      min(present.due_from) filter (where present.day < present.due_from) as due_from
    from present group by present.clan_id
  `.execute(db);
  return rows;
}

/**
 * Who is on the roster, and from when on something is due: the same rules as `dueFrom` and `whyNotDue` of the contract.
 * Whatever belongs to a clan or to a player is looked up for each: a join is planned as if there were a few rows of each,
 * and goes through all pairs of them. `offset 0` keeps the database to that.
 */
const present = sql`present as (
  select due_day.clan_id, due_day.day, due_day.activities, member.id as member_id, member.name, member.name_key,
    member.tint, first_on + case when first_on <= due_day.first_day then 0 else due_day.grace_days end as due_from
  from due_day
  cross join lateral (
    select id, name, name_key, tint from clan_members
    where clan_id = due_day.clan_id and merged_into_id is null
      and (due_day.member_id is null or id = due_day.member_id)
    offset 0
  ) as member
  cross join lateral (
    select min(span.starts_on) as first_on from clan_member_spans as span
    where span.clan_id = due_day.clan_id and span.member_id = member.id
    having bool_or(span.starts_on <= due_day.day and (span.ends_on is null or span.ends_on >= due_day.day))
  ) as span
)`;

const isAway = sql`exists (
  select from clan_member_away as away
  where away.clan_id = present.clan_id and away.member_id = present.member_id
    and present.day between away.starts_on and away.ends_on
)`;

const dueMembers = sql`${present},
  due_members as (select * from present where day >= due_from and not ${isAway})`;

/** Entries that a due member has on the day in scheduled activities. */
const entered = sql`(
  select count(*)::int as cells from entries
  where entries.clan_id = due_members.clan_id and entries.day = due_members.day
    and entries.member_id = due_members.member_id and entries.activity_id = any(due_members.activities)
    and entries.state <> 'cleared'
) as entered`;

/** A member or an activity with its days, one bit for each of up to thirty, the earliest first. */
interface MarkedDays {
  id: string;
  days: number;
}

interface RateCount {
  member_id: string;
  met: number;
  excused: number;
  met_lately: number;
  excused_lately: number;
}

/**
 * Met and excused cells of many members, in all and from the nth day on. Only cells count whose activity is scheduled
 * and whose member is due on the day. The days of each member and activity are gathered into bits first: hundreds of
 * thousands of cells become some thousand rows before anything is joined.
 */
export async function countRates(
  db: Db,
  clanId: string,
  { from, to, lately }: { from: string; to: string; lately: number },
  scheduled: MarkedDays[],
  due: MarkedDays[],
  only?: string[],
): Promise<RateCount[]> {
  // The days of most players are the same, so that those of the others alone are sent along.
  const usual = mostCommon(due.map((member) => member.days));
  const others = due.filter((member) => member.days !== usual);
  const isAsked = only ? sql`and member_id = ${anyOf(only)}` : sql``;
  const { rows } = await sql<RateCount>`
    with done as (
      select member_id, activity_id,
        bit_or(1 << (day - ${from}::date)) filter (where state = 'value') as met,
        bit_or(1 << (day - ${from}::date)) filter (where state = 'excused') as excused
      from entries
      where clan_id = ${clanId} and day between ${from} and ${to}
        ${isAsked}
        and (state = 'excused' or state = 'value' and is_met)
      group by member_id, activity_id
    ),
    counted as (
      select member_id,
        coalesce(done.met, 0) & activity.days & coalesce(member.days, ${usual}::int) as met,
        coalesce(done.excused, 0) & activity.days & coalesce(member.days, ${usual}::int) as excused
      from done
      join ${markedDays("activity", scheduled)} on activity.id = done.activity_id
      left join ${markedDays("member", others)} on member.id = done.member_id
    )
    select member_id,
      sum(${countBits("met")})::int as met, sum(${countBits("excused")})::int as excused,
      sum(${countBits("met", lately)})::int as met_lately, sum(${countBits("excused", lately)})::int as excused_lately
    from counted group by member_id
  `.execute(db);
  return rows;
}

function mostCommon(values: number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0];
}

function countBits(column: string, from = 0) {
  return sql`bit_count((${sql.ref(column)} >> ${sql.lit(from)})::bit(32))`;
}

function markedDays(name: string, marked: MarkedDays[]) {
  return sql`unnest(${marked.map(({ id }) => id)}::uuid[], ${marked.map(({ days }) => days)}::int[])
    as ${sql.ref(name)} (id, days)`;
}

/** The latest day on which each player has an entry. */
export function listLastEntries(db: Db, clanId: string, memberId?: string) {
  return db
    .selectFrom("clan_members as member")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("entries")
          .select("day")
          .whereRef("entries.clan_id", "=", "member.clan_id")
          .whereRef("entries.member_id", "=", "member.id")
          .where("state", "!=", "cleared")
          .orderBy("day", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["member.id as member_id", "last.day"])
    .where("member.clan_id", "=", clanId)
    .$if(memberId !== undefined, (query) => query.where("member.id", "=", memberId ?? null))
    .execute();
}
