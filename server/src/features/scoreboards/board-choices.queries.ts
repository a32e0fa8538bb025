import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** What a board can be made of, those in the bin too, because boards may still name them. */
export function listActivityChoices(db: Db, clanId: string) {
  return db
    .selectFrom("activities")
    .select(["id", "name", "is_public", "deleted_at"])
    .where("clan_id", "=", clanId)
    .execute();
}

/** Those of the ids that are players of the clan. */
export async function listKnownMembers(db: Db, clanId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The names of all groups that anybody of the clan is in. */
export async function listGroupNames(db: Db, clanId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_array_elements_text(groups) as name from clan_members where clan_id = ${clanId} order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}
