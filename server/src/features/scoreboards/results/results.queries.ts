import { sql } from "kysely";
import { anyOf } from "../../../db/any-of.ts";
import type { FrozenResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";

export async function getClanOfResult(db: Db, clanId: string) {
  return db.selectFrom("clans").select(["name", "week_start"]).where("id", "=", clanId).executeTakeFirstOrThrow();
}

/** Those of the ids that are not in the bin. */
export function listNamedActivities(db: Db, clanId: string, ids: string[]) {
  return db
    .selectFrom("activities")
    .select(["id", "name", "icon", "color", "unit", "value_type", "aggregate", "is_public"])
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(ids))
    .where("deleted_at", "is", null)
    .execute();
}

/** When somebody last entered anything in the clan. */
export async function findLastEntryTime(db: Db, clanId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("entry_versions")
    .select("entered_at")
    .where("clan_id", "=", clanId)
    .orderBy("entered_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.entered_at ?? null;
}

function periodsOf(db: Db, clanId: string, boardId: string) {
  return db.selectFrom("scoreboard_periods").where("clan_id", "=", clanId).where("scoreboard_id", "=", boardId);
}

/** The latest first, without those that count nothing but hidden activities. */
export function listPeriodRanges(
  db: Db,
  clanId: string,
  boardId: string,
  { limit, hidden }: { limit: number; hidden: string[] },
) {
  return periodsOf(db, clanId, boardId)
    .select(["starts_on as from", "ends_on as to"])
    .$if(hidden.length > 0, (periods) => periods.where(countsOthersThan(hidden)))
    .orderBy("starts_on", "desc")
    .limit(limit)
    .execute();
}

/** Older results say what they count in their rows alone; one without rows tells nothing of any activity. */
function countsOthersThan(hidden: string[]) {
  const counted = sql`coalesce(result -> 'activities', result #> '{rows,0,per_activity}', '[]')`;
  return sql<boolean>`(${counted} = '[]' or exists (
    select from jsonb_array_elements(${counted}) as one
    where (one ->> 'activity_id')::uuid <> all(${hidden}::uuid[])
  ))`;
}

export async function findPeriod(db: Db, clanId: string, boardId: string, from: string) {
  const row = await periodsOf(db, clanId, boardId).selectAll().where("starts_on", "=", from).executeTakeFirst();
  return row ?? null;
}

/** The latest periods with the best of each alone: a result may have thousands of players. */
export function listPeriodTops(db: Db, clanId: string, boardId: string, limit: number) {
  return periodsOf(db, clanId, boardId)
    .select(["starts_on as from", "ends_on as to", "frozen_at"])
    .select(sql<number>`jsonb_array_length(result -> 'rows')`.as("players"))
    .select(sql<FrozenResult["rows"]>`jsonb_path_query_array(result, '$.rows[0 to 2]')`.as("top"))
    .orderBy("starts_on", "desc")
    .limit(limit)
    .execute();
}
