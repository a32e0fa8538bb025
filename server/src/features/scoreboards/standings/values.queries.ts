import { sql } from "kysely";
import type { Db } from "../../../db/tables.ts";
import { placed } from "./placed.queries.ts";

/** The highest and the latest value of a player and an activity. */
export interface ValueEnds {
  member: number;
  activity: number;
  best: number;
  latest: number;
}

export async function listValueEnds(
  db: Db,
  clanId: string,
  { from, to, memberIds, activityIds }: { from: string; to: string; memberIds: string[]; activityIds: string[] },
): Promise<ValueEnds[]> {
  const { rows } = await sql<ValueEnds>`
    select player.place as member, task.place as activity, max(entry.value) as best,
      (max(array[entry.day - ${from}::date, entry.value]))[2] as latest
    from entries as entry
    join ${placed("player", memberIds)} on player.id = entry.member_id
    join ${placed("task", activityIds)} on task.id = entry.activity_id
    where entry.clan_id = ${clanId} and entry.activity_id = any(${activityIds}::uuid[])
      and entry.day between ${from}::date and ${to}::date and entry.state = 'value'
    group by player.place, task.place
  `.execute(db);
  return rows;
}
