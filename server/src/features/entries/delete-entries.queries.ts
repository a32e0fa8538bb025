import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

const tables = [
  ["entries", "day"],
  ["entry_versions", "day"],
  ["entry_months", "month"],
] as const;

/**
 * Deletes all that was entered in a clan, days at a time: about so many rows in one statement, so that none of them
 * takes too long however much there is.
 */
export async function deleteClanEntries(tx: Db, clanId: string, batch: number): Promise<void> {
  for (const [table, day] of tables) {
    for (let after: string | null = "-infinity"; after !== null;) {
      after = await deleteDays(tx, clanId, sql.table(table), sql.ref(day), after, batch);
    }
  }
}

/** Deletes whole days after one, and says which was the last; null when there was nothing left. */
async function deleteDays(
  tx: Db,
  clanId: string,
  table: ReturnType<typeof sql.table>,
  day: ReturnType<typeof sql.ref>,
  after: string,
  batch: number,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(day) as last from (
      select ${day} as day from ${table} where clan_id = ${clanId} and ${day} > ${after}::date order by ${day} limit ${batch}
    ) as next
  `.execute(tx);
  const last = rows[0]?.last ?? null;
  if (last === null) return null;
  await sql`
    delete from ${table} where clan_id = ${clanId} and ${day} > ${after}::date and ${day} <= ${last}::date
  `.execute(tx);
  return last;
}
