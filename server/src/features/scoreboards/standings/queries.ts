import { sql } from "kysely";
import type { Db } from "../../../db/tables.ts";
import { placed, scheduledTasks } from "./placed.queries.ts";

/** What the sums of months say too much about a player and an activity, and what their costs lack. */
export interface Correction {
  member: number;
  activity: number;
  /** Entries on cells that were not due. */
  met: number;
  excused: number;
  taken: number;
  /** To be added to what the taken cells would have cost, in hundredths. */
  costs: number;
}

/** Days in a row on which an activity was not scheduled, or cost something else than in the rest of the month. */
export interface TaskRun {
  id: string;
  /** In the list of activities. */
  place: number;
  from: string;
  to: string;
  isOff: boolean;
  cost: number;
}

/** Days in a row on which nothing was asked of a player. */
export interface PlayerRun {
  id: string;
  place: number;
  from: string;
  to: string;
}

/** `offset 0` makes the database look up the days of each run, and never all days of the clan. */
export async function sumTaskRuns(db: Db, clanId: string, memberIds: string[], runs: TaskRun[]): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select player.place as member, run.place as activity,
      count(*) filter (where run.is_off and entry.is_met) as met,
      count(*) filter (where run.is_off and entry.state = 'excused') as excused,
      count(*) filter (where run.is_off) as taken, sum(run.cost) as costs
    from unnest(
      ${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ place }) => place)}::int[],
      ${runs.map(({ from }) => from)}::date[], ${runs.map(({ to }) => to)}::date[],
      ${runs.map(({ isOff }) => isOff)}::boolean[], ${runs.map(({ cost }) => cost)}::int[]
    ) as run (id, place, first_day, last_day, is_off, cost)
    cross join lateral (
      select member_id, state, is_met from entries
      where clan_id = ${clanId} and activity_id = run.id and day between run.first_day and run.last_day
        and state <> 'cleared'
      offset 0
    ) as entry
    join ${placed("player", memberIds)} on player.id = entry.member_id
    group by player.place, run.place
  `.execute(db);
  return rows;
}

/** Activities with the days since `since` on which they are scheduled, and what a missing cell of each costs. */
export interface ScheduledTasks {
  since: string;
  tasks: { id: string; due: string; weight: number }[];
  /** In hundredths: all days of the first activity, then all of the next. */
  costs: number[];
}

/** Days on which the activity is not scheduled are left to `sumTaskRuns`. */
export async function sumPlayerRuns(
  db: Db,
  clanId: string,
  { since, tasks, costs }: ScheduledTasks,
  runs: PlayerRun[],
): Promise<Correction[]> {
  const passed = sql`(entry.day - ${since}::date)`;
  const { rows } = await sql<Correction>`
    select run.place as member, task.place as activity,
      count(*) filter (where entry.is_met) as met,
      count(*) filter (where entry.state = 'excused') as excused,
      count(*) as taken, -sum((${costs}::int[])[task.place * length(task.due) + ${passed} + 1]) as costs
    from unnest(
      ${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ place }) => place)}::int[],
      ${runs.map(({ from }) => from)}::date[], ${runs.map(({ to }) => to)}::date[]
    ) as run (id, place, first_day, last_day)
    cross join lateral (
      select activity_id, day, state, is_met from entries
      where clan_id = ${clanId} and member_id = run.id and day between run.first_day and run.last_day
        and state <> 'cleared'
      offset 0
    ) as entry
    join ${scheduledTasks(tasks)} on task.id = entry.activity_id
    where get_bit(task.due, ${passed}) = 1
    group by run.place, task.place
  `.execute(db);
  return rows;
}
