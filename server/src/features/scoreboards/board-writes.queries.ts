import type { Insertable, Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type BoardColumns = Omit<
  Updateable<Tables["scoreboards"]>,
  "clan_id" | "id" | "created_by" | "created_at" | "updated_at" | "version"
>;

export async function insertBoard(tx: Db, board: Insertable<Tables["scoreboards"]>): Promise<string> {
  const { id } = await tx.insertInto("scoreboards").values(board).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Every change of a board counts as a version of it. */
export async function updateBoard(tx: Db, clanId: string, boardId: string, columns: BoardColumns): Promise<void> {
  await tx
    .updateTable("scoreboards")
    .set((row) => ({ ...columns, version: row("version", "+", 1), updated_at: new Date() }))
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .execute();
}

/** For all clans. */
export async function deleteBoardsBinnedBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom("scoreboards").where("deleted_at", "<=", moment).execute();
}
