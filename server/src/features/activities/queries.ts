import type { Db } from "../../db/tables.ts";

/** Values and excuses per activity, by the sums of its months. */
export async function countEntries(db: Db, clanId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("entry_months")
    .select("activity_id")
    .select((row) => row.fn.sum<number>(row("days_entered", "+", row.ref("days_excused"))).as("count"))
    .where("clan_id", "=", clanId)
    .groupBy("activity_id")
    .execute();
  return new Map(rows.map(({ activity_id, count }) => [activity_id, count]));
}

/** Whether anything stands in a cell of an activity; cleared ones are empty. */
export async function hasEntries(db: Db, clanId: string, activityId: string): Promise<boolean> {
  const row = await db
    .selectFrom("entries")
    .select("day")
    .where("clan_id", "=", clanId)
    .where("activity_id", "=", activityId)
    .where("state", "!=", "cleared")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
