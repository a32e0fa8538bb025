import { type RawBuilder, sql } from "kysely";
import { listOfAny, prepared } from "../../../db/prepared.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScheduledActivity } from "./queries.ts";

/** A player and some of their days. */
interface PlayerDays {
  clanId: string;
  memberId: string;
  from: string;
  to: string;
}

function playerTable(players: PlayerDays[]): RawBuilder<unknown> {
  const ids = (of: (player: PlayerDays) => string) => listOfAny(players.map(of), "uuid");
  const days = (of: (player: PlayerDays) => string) => listOfAny(players.map(of), "date");
  return sql`unnest(
    ${listOfAny([...players.keys()], "int")}, ${ids(({ clanId }) => clanId)}, ${ids(({ memberId }) => memberId)},
    ${days(({ from }) => from)}, ${days(({ to }) => to)}
  ) as player (ordinal, clan_id, member_id, first_day, last_day)`;
}

const entriesOfPlayer = sql`
  select day, activity_id, state, value, points, is_met from entries
  where clan_id = player.clan_id and member_id = player.member_id and state <> 'cleared'
    and day between player.first_day and player.last_day
  offset 0`;

export interface PlayerEntry {
  /** In the list of players. */
  player_index: number;
  day: string;
  activity_id: string;
  state: "value" | "excused";
  value: number | null;
  points: number;
  is_met: boolean;
}

/** The entries of players of several clans, of all their activities; cleared cells are empty. */
export async function listPlayerEntries(db: Db, players: PlayerDays[]): Promise<PlayerEntry[]> {
  const { rows } = await sql<PlayerEntry>`${prepared}
    select player.ordinal as player_index, entry.*
    from ${playerTable(players)} cross join lateral (${entriesOfPlayer}) as entry
  `.execute(db);
  return rows;
}

interface PlayerOutcome {
  player_index: number;
  /** Days since the player's first. */
  day_index: number;
  met: number;
  excused: number;
}

/** What became of each day of players of several clans. */
export async function listPlayerOutcomes(
  db: Db,
  players: (PlayerDays & { activities: ScheduledActivity[] })[],
): Promise<PlayerOutcome[]> {
  const scheduled = players.flatMap(({ activities }, index) => activities.map((activity) => ({ index, ...activity })));
  const dayIndex = sql`(entry.day - player.first_day)`;
  const { rows } = await sql<PlayerOutcome>`${prepared}
    select player.ordinal as player_index, ${dayIndex} as day_index,
      (count(*) filter (where entry.is_met))::int as met,
      (count(*) filter (where entry.state = 'excused'))::int as excused
    from ${playerTable(players)} cross join lateral (${entriesOfPlayer}) as entry
    join unnest(
      ${scheduled.map(({ index }) => index)}::int[], ${scheduled.map(({ id }) => id)}::uuid[],
      ${scheduled.map(({ due }) => due)}::varbit[]
    ) as activity (player, id, due) on activity.player = player.ordinal and activity.id = entry.activity_id
    where get_bit(activity.due, ${dayIndex}) = 1
    group by player.ordinal, entry.day, player.first_day
  `.execute(db);
  return rows;
}
