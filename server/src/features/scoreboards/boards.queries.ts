import type { Selectable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type BoardRow = Selectable<Tables["scoreboards"]>;

/** For calls whose path names the board alone; whatever follows takes the clan too. */
export async function findClanOfBoard(db: Db, boardId: string): Promise<string | null> {
  const row = await db.selectFrom("scoreboards").select("clan_id").where("id", "=", boardId).executeTakeFirst();
  return row?.clan_id ?? null;
}

export async function findBoardRow(db: Db, clanId: string, boardId: string): Promise<BoardRow | null> {
  const row = await db
    .selectFrom("scoreboards")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .executeTakeFirst();
  return row ?? null;
}
