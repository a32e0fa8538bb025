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
  return (await gameOf(db, gameId).executeTakeFirst()) ?? null;
}

/** Held for a clan that is about to play it: who deletes the game waits, and who came too late finds none. */
export async function lockGame(tx: Db, gameId: string) {
  return (await gameOf(tx, gameId).forKeyShare().executeTakeFirst()) ?? null;
}

function gameOf(db: Db, gameId: string) {
  return db.selectFrom("games").select(["id", "is_active", "servers", "templates"]).where("id", "=", gameId);
}
