import { sql } from "kysely";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

/** Every cell that was ever written of some players, the latest days first. */
export function listCellsOf(db: Db, clanId: string, memberIds: string[]) {
  return db
    .selectFrom("entries")
    .select(["member_id", "day", "activity_id", "state", "value", "points", "is_met", "late", "version"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .orderBy("day", "desc")
    .execute();
}

/** Counts the sums of whole months of some players anew. */
export async function recountMonths(tx: Db, clanId: string, memberIds: string[], months: string[]): Promise<void> {
  await sql`
    delete from entry_months
    where clan_id = ${clanId} and member_id = any(${memberIds}::uuid[]) and month = any(${months}::date[])
  `.execute(tx);
  await sql`
    insert into entry_months (
      clan_id, month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused
    )
    select clan_id, month, member_id, activity_id, coalesce(sum(value), 0), sum(points),
      count(*) filter (where state = 'value'), count(*) filter (where value > 0),
      count(*) filter (where is_met), count(*) filter (where state = 'excused')
    from unnest(${months}::date[]) as month
    join entries on entries.day >= month and entries.day < month + interval '1 month'
    where clan_id = ${clanId} and member_id = any(${memberIds}::uuid[]) and state <> 'cleared'
    group by clan_id, month, member_id, activity_id
  `.execute(tx);
}
