import type { DayRange } from "@clanhall/contract/rules/periods";
import { boardActivitiesMax } from "@clanhall/contract/scoreboard-drafts";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { currentTime } from "../../../db/clock.ts";
import { anyOf } from "../../../db/lists.ts";
import type { Db, Tables } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";

export type SeasonRow = Selectable<Tables["seasons"]>;

function seasonsOf(db: Db, clanId: string) {
  return db.selectFrom("seasons").where("seasons.clan_id", "=", clanId);
}

/** The latest first, each with the player of whoever ended it. */
export function listSeasonRows(db: Db, clanId: string) {
  return seasonsOf(db, clanId)
    .leftJoin("clan_members as ender", (join) =>
      join.onRef("ender.clan_id", "=", "seasons.clan_id").onRef("ender.user_id", "=", "seasons.ended_by"),
    )
    .selectAll("seasons")
    .select("ender.name as ended_by_name")
    .orderBy("starts_on", "desc")
    .orderBy("seasons.id")
    .execute();
}

export async function findSeason(db: Db, clanId: string, seasonId: string): Promise<SeasonRow | null> {
  return (await seasonsOf(db, clanId).selectAll().where("id", "=", seasonId).executeTakeFirst()) ?? null;
}

/** Until the transaction ends, whoever else changes or ends the season waits. */
export async function lockSeason(tx: Db, clanId: string, seasonId: string): Promise<SeasonRow | null> {
  const row = await seasonsOf(tx, clanId).selectAll().where("id", "=", seasonId).forNoKeyUpdate().executeTakeFirst();
  return row ?? null;
}

export async function findOverlap(db: Db, clanId: string, { from, to }: DayRange, without: string | null) {
  const row = await seasonsOf(db, clanId)
    .select(["name", "starts_on", "ends_on"])
    .where("starts_on", "<=", to)
    .where("ends_on", ">=", from)
    .$if(without !== null, (others) => others.where("id", "!=", without))
    .orderBy("starts_on")
    .executeTakeFirst();
  return row ?? null;
}

export async function countSeasons(db: Db, clanId: string): Promise<number> {
  const { count } = await seasonsOf(db, clanId)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those whose last day is over and that nobody has ended. */
export async function countSeasonsToEnd(db: Db, clanId: string, today: string): Promise<number> {
  const { count } = await seasonsOf(db, clanId)
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("ended_at", "is", null)
    .where("ends_on", "<", today)
    .executeTakeFirstOrThrow();
  return count;
}

/** Those that awards were won in, the latest first. */
export function listEndedSeasons(db: Db, clanId: string) {
  return seasonsOf(db, clanId)
    .select(["id", "name", "starts_on", "ends_on", "result"])
    .where("ended_at", "is not", null)
    .orderBy("starts_on", "desc")
    .execute();
}

export async function insertSeason(tx: Db, season: Insertable<Tables["seasons"]>): Promise<string> {
  const { id } = await tx.insertInto("seasons").values(season).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Every change makes a new version. */
export async function updateSeason(
  tx: Db,
  { clan_id, id }: Pick<SeasonRow, "clan_id" | "id">,
  columns: Updateable<Tables["seasons"]>,
): Promise<void> {
  await tx
    .updateTable("seasons")
    .set((row) => ({ ...columns, version: row("version", "+", 1), updated_at: currentTime() }))
    .where("clan_id", "=", clan_id)
    .where("id", "=", id)
    .execute();
}

export async function deleteSeasonRow(tx: Db, { clan_id, id }: Pick<SeasonRow, "clan_id" | "id">): Promise<void> {
  await tx.deleteFrom("seasons").where("clan_id", "=", clan_id).where("id", "=", id).execute();
}

/** What a new season's board counts: everything that is tracked now, in the clan's order. */
export async function listCountedActivities(db: Db, clanId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("activities")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("deleted_at", "is", null)
    .where("is_active", "=", true)
    .orderBy("position")
    .orderBy("name_key")
    .limit(boardActivitiesMax)
    .execute();
  return rows.map(({ id }) => id);
}

/** The boards that end with any of the seasons, the oldest first. */
export function listBoardsOfSeasons(db: Db, clanId: string, seasonIds: string[]) {
  return db
    .selectFrom("scoreboards")
    .select(["id", "title", "state", "season_id"])
    .where("clan_id", "=", clanId)
    .where("season_id", "=", anyOf(seasonIds))
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Boards of a season that still count, locked in one order. */
export function lockRunningBoards(tx: Db, clanId: string, seasonId: string): Promise<ScoreboardRow[]> {
  return tx
    .selectFrom("scoreboards")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("season_id", "=", seasonId)
    .where("state", "=", "active")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Those of the boards that may end with a season: active, and of no other season. */
export async function lockFreeBoards(tx: Db, clanId: string, seasonId: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("scoreboards")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(ids))
    .where("state", "=", "active")
    .where("deleted_at", "is", null)
    .where((row) => row.or([row("season_id", "is", null), row("season_id", "=", seasonId)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** These and no others end with the season; they keep their version, because none of their settings change. */
export async function setBoardsOfSeason(tx: Db, clanId: string, seasonId: string, ids: string[]): Promise<void> {
  await tx
    .updateTable("scoreboards")
    .set({ season_id: sql<string | null>`case when id = any(${ids}::uuid[]) then ${seasonId}::uuid end` })
    .where("clan_id", "=", clanId)
    .where((row) => row.or([row("season_id", "=", seasonId), row("id", "=", anyOf(ids))]))
    .execute();
}
