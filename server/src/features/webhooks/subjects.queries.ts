import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** What bulletins, boards and players of a clan are called, by their ids. */
export async function listSubjectNames(db: Db, clanId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, title as name from bulletins where clan_id = ${clanId} and id = any(${ids}::uuid[])
    union all select id, title from scoreboards where clan_id = ${clanId} and id = any(${ids}::uuid[])
    union all select id, name from clan_members where clan_id = ${clanId} and id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
