import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

interface Place {
  id: string;
  /** Null for the result of a board that has ended. */
  starts_on: string | null;
}

/** Every frozen result of a clan, one JSON text per line. Each is read when its turn comes, because it can be large. */
export async function* resultCsvLines(db: Db, clanId: string): AsyncGenerator<string> {
  for (const place of await listFrozen(db, clanId)) {
    const result = await findResult(db, clanId, place);
    if (result) yield `${JSON.stringify({ scoreboard_id: place.id, is_final: place.starts_on === null, ...result })}\n`;
  }
}

async function listFrozen(db: Db, clanId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, starts_on from (
      select scoreboard_id as id, starts_on from scoreboard_periods where clan_id = ${clanId}
      union all
      select id, null from scoreboards where clan_id = ${clanId} and result is not null
    ) as frozen order by id, starts_on
  `.execute(db);
  return rows;
}

async function findResult(db: Db, clanId: string, { id, starts_on }: Place): Promise<object | null> {
  if (starts_on === null) {
    const board = await db
      .selectFrom("scoreboards")
      .select("result")
      .where("clan_id", "=", clanId)
      .where("id", "=", id)
      .executeTakeFirst();
    return board?.result ?? null;
  }
  const period = await db
    .selectFrom("scoreboard_periods")
    .select("result")
    .where("clan_id", "=", clanId)
    .where("scoreboard_id", "=", id)
    .where("starts_on", "=", starts_on)
    .executeTakeFirst();
  return period?.result ?? null;
}
