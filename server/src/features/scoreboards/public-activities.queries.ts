import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** How many activities of `board` visitors may see, or may not. Those in the bin are neither. */
export function countActivities(kind: "public" | "hidden") {
  return sql<number>`(
    select count(*) from jsonb_array_elements(board.activities) as used
    join activities as activity
      on activity.clan_id = board.clan_id and activity.id = (used ->> 'activity_id')::uuid
    where activity.deleted_at is null and activity.is_public = ${kind === "public"}
  )`;
}

/** What a clan keeps off its public boards; those in the bin too, because frozen results may count them. */
export function listHiddenActivities(db: Db, clanId: string) {
  return db
    .selectFrom("activities")
    .select(["id", "deleted_at"])
    .where("clan_id", "=", clanId)
    .where("is_public", "=", false)
    .execute();
}
