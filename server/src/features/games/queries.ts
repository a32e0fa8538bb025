import { type Insertable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export function listActiveGames(db: Db) {
  return db
    .selectFrom("games")
    .select(["id", "slug", "name", "icon", "week_start", "reset_note", "servers", "templates"])
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("name")
    .execute();
}

export async function findGame(db: Db, gameId: string) {
  return (await gameOf(db, gameId).executeTakeFirst()) ?? null;
}

/** Locked for a clan that is about to choose it: a deletion waits, or has happened and there is none. */
export async function lockGame(tx: Db, gameId: string) {
  return (await gameOf(tx, gameId).forKeyShare().executeTakeFirst()) ?? null;
}

function gameOf(db: Db, gameId: string) {
  return db.selectFrom("games").select(["id", "is_active", "servers", "templates"]).where("id", "=", gameId);
}

/** The whole catalogue in its order, with how many clans play each. */
export function listManagedGames(db: Db) {
  return db
    .selectFrom("games")
    .select(["games.id", "games.name", "games.slug", "games.icon", "games.is_active", "games.position"])
    .select(["games.week_start", "games.reset_note", "games.servers", "games.templates", "games.version"])
    .select(sql<number>`(select count(*) from clans where clans.game_id = games.id)`.as("clans"))
    .orderBy("games.position")
    .orderBy("games.name")
    .execute();
}

export type GameRow = Awaited<ReturnType<typeof listManagedGames>>[number];

/** Changes of the catalogue wait for each other; clans can still choose from it. */
export async function lockGames(tx: Db): Promise<void> {
  await sql`lock table games in share row exclusive mode`.execute(tx);
}

/** Waits for clans that are choosing the game, and blocks others. */
export async function lockGameToChange(tx: Db, gameId: string): Promise<void> {
  await tx.selectFrom("games").select("id").where("id", "=", gameId).forUpdate().execute();
}

export async function insertGame(tx: Db, game: Insertable<Tables["games"]>): Promise<string> {
  const { id } = await tx.insertInto("games").values(game).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function updateGame(tx: Db, gameId: string, change: Updateable<Tables["games"]>): Promise<void> {
  await tx
    .updateTable("games")
    .set((game) => ({ ...change, version: game("version", "+", 1), updated_at: sql<Date>`now()` }))
    .where("id", "=", gameId)
    .execute();
}

/** Games may swap their names, which are unique: until then their id is their name. */
export async function parkNames(tx: Db, gameIds: string[]): Promise<void> {
  await sql`update games set name = id::text where id = any(${gameIds}::uuid[])`.execute(tx);
}

export async function deleteGameRow(tx: Db, gameId: string): Promise<void> {
  await tx.deleteFrom("games").where("id", "=", gameId).execute();
}

export async function updatePositions(tx: Db, ids: string[]): Promise<void> {
  await sql`
    update games set position = ordinal - 1 from unnest(${ids}::uuid[]) with ordinality as wanted (id, ordinal)
    where games.id = wanted.id
  `.execute(tx);
}
