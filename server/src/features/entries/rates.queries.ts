import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Something with some of up to thirty days, one bit a day, the earliest first. */
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
 * Met and excused cells of many players, and of them those from the nth day on alone. Only cells count whose activity is
 * scheduled and whose player is due on the day. The days of each player and activity are gathered into bits first:
 * hundreds of thousands of cells become some thousand rows before anything is joined.
 */
export async function countRates(
  db: Db,
  clanId: string,
  { from, to, lately }: { from: string; to: string; lately: number },
  scheduled: MarkedDays[],
  due: MarkedDays[],
): Promise<RateCount[]> {
  const { rows } = await sql<RateCount>`
    with done as (
      select member_id, activity_id,
        bit_or(1 << (day - ${from}::date)) filter (where state = 'value') as met,
        bit_or(1 << (day - ${from}::date)) filter (where state = 'excused') as excused
      from entries
      where clan_id = ${clanId} and day between ${from} and ${to}
        and member_id = any(${due.map(({ id }) => id)}::uuid[])
        and (state = 'excused' or state = 'value' and is_met)
      group by member_id, activity_id
    ),
    counted as (
      select member_id,
        coalesce(done.met, 0) & activity.days & player.days as met,
        coalesce(done.excused, 0) & activity.days & player.days as excused
      from done
      join ${markedDays("activity", scheduled)} on activity.id = done.activity_id
      join ${markedDays("player", due)} on player.id = done.member_id
    )
    select member_id,
      sum(${countBits("met")})::int as met, sum(${countBits("excused")})::int as excused,
      sum(${countBits("met", lately)})::int as met_lately, sum(${countBits("excused", lately)})::int as excused_lately
    from counted group by member_id
  `.execute(db);
  return rows;
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
