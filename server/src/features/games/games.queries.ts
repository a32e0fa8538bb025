import type { Db } from "../../db/tables.ts";

export function listActiveGames(db: Db) {
  return db
    .selectFrom("games")
    .select(["id", "slug", "name", "icon", "week_start", "servers", "templates"])
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("name")
    .execute();
}

export async function findGame(db: Db, gameId: string) {
  const row = await db
    .selectFrom("games")
    .select(["id", "is_active", "servers", "templates"])
    .where("id", "=", gameId)
    .executeTakeFirst();
  return row ?? null;
}
