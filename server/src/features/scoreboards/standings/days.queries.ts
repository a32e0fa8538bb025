import { sql } from "kysely";
import type { Db } from "../../../db/tables.ts";
import { placed, scheduledTasks } from "./placed.queries.ts";

/** What stands in one player's cells of one day. */
export interface PlayerDay {
  member: number;
  /** Days since the first of the range. */
  passed: number;
  /** Of the activities that are scheduled on that day. */
  met: number;
  excused: number;
  /** Under the weights. */
  points: number;
  /** All values together; null without any. */
  value: number | null;
}

interface DaysWish {
  from: string;
  to: string;
  memberIds: string[];
  /** Scheduled since a day that is not later than the first. */
  since: string;
  tasks: { id: string; due: string; weight: number }[];
}

export async function listPlayerDays(db: Db, clanId: string, wish: DaysWish): Promise<PlayerDay[]> {
  const { from, to, memberIds, since, tasks } = wish;
  const isScheduled = sql`get_bit(task.due, entry.day - ${since}::date) = 1`;
  const { rows } = await sql<PlayerDay>`
    select player.place as member, entry.day - ${since}::date as passed,
      count(*) filter (where entry.is_met and ${isScheduled}) as met,
      count(*) filter (where entry.state = 'excused' and ${isScheduled}) as excused,
      sum(round(entry.points * task.weight, 2)) as points, sum(entry.value) as value
    from entries as entry
    join ${placed("player", memberIds)} on player.id = entry.member_id
    join ${scheduledTasks(tasks)} on task.id = entry.activity_id
    where entry.clan_id = ${clanId} and entry.day between ${from}::date and ${to}::date and entry.state <> 'cleared'
      and entry.member_id = any(${memberIds}::uuid[])
    group by player.place, entry.day
  `.execute(db);
  return rows;
}
