import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../db/tables.ts";
import { placed } from "./placed.queries.ts";

/** What the entries of a player and an activity come to, due or not. */
export interface EntrySums {
  /** Places in the lists of players and activities. */
  member: number;
  activity: number;
  value_sum: number;
  points: number;
  entered: number;
  done: number;
  met: number;
  excused: number;
  /** What the entered and excused cells would have cost, in hundredths, at the price of their month. */
  costs: number;
}

/** Sums of a month, or of some of its days, which count or are taken away. */
export interface SumPart {
  month: string;
  days: { from: string; to: string } | null;
  sign: 1 | -1;
  /** What a missing cell costs in that month, in hundredths, for each of the activities; null when nothing costs. */
  prices: number[] | null;
}

export async function sumParts(
  db: Db,
  clanId: string,
  { memberIds, activityIds }: { memberIds: string[]; activityIds: string[] },
  parts: SumPart[],
): Promise<EntrySums[]> {
  const isFree = parts.every(({ prices }) => prices === null);
  const none = activityIds.map(() => 0);
  const priced = parts.map((part) => rowsOf(clanId, part, isFree ? sql`null` : sql`${part.prices ?? none}::int[]`));
  const { rows } = await sql<EntrySums>`
    select player.place as member, task.place as activity, coalesce(sum(value_sum), 0) as value_sum,
      sum(points) as points, sum(entered) as entered, coalesce(sum(done), 0) as done, sum(met) as met, sum(excused) as excused,
      ${isFree ? sql`0` : sql`sum((entered + excused) * prices[task.place + 1])`} as costs
    from (${sql.join(priced, sql` union all `)})
      as part (member_id, activity_id, value_sum, points, entered, done, met, excused, prices)
    join ${placed("player", memberIds)} on player.id = part.member_id
    join ${placed("task", activityIds)} on task.id = part.activity_id
    group by player.place, task.place
  `.execute(db);
  return rows;
}

function rowsOf(clanId: string, { month, days, sign }: SumPart, prices: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!days) {
    return sql`
      select member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused, ${prices}
      from entry_months where clan_id = ${clanId} and month = ${month}::date`;
  }
  const signed = (part: RawBuilder<unknown>) => (sign === 1 ? part : sql`-${part}`);
  return sql`
    select member_id, activity_id, ${signed(sql`value`)}, ${signed(sql`points`)}, ${signed(sql`(state = 'value')::int`)},
      ${signed(sql`(value > 0)::int`)}, ${signed(sql`is_met::int`)}, ${signed(sql`(state = 'excused')::int`)}, ${prices}
    from entries
    where clan_id = ${clanId} and day between ${days.from}::date and ${days.to}::date and state <> 'cleared'`;
}
