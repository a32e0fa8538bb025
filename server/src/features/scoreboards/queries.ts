import type { DayRange } from "@clanhall/contract/board-periods";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import { countActivities } from "./public-activities.queries.ts";

/** A board with what its clan says about it. The frozen result stays where it is, but for the days it is of. */
export type ListedBoard = NonNullable<Awaited<ReturnType<typeof findListedBoard>>>;

export async function findListedBoard(db: Db, clanId: string, boardId: string) {
  const row = await selectBoards(db)
    .where("board.clan_id", "=", clanId)
    .where("board.id", "=", boardId)
    .executeTakeFirst();
  return row ?? null;
}

/** Without those in the bin, newest first. */
export function listBoardsOfClan(db: Db, clanId: string): Promise<ListedBoard[]> {
  return selectBoards(db)
    .where("board.clan_id", "=", clanId)
    .where("board.deleted_at", "is", null)
    .orderBy("board.created_at", "desc")
    .orderBy("board.id")
    .execute();
}

/** What came into the bin after a moment, the latest first. */
export function listBinnedBoards(db: Db, clanId: string, since: Date): Promise<ListedBoard[]> {
  return selectBoards(db)
    .where("board.clan_id", "=", clanId)
    .where("board.deleted_at", ">", since)
    .orderBy("board.deleted_at", "desc")
    .orderBy("board.id")
    .execute();
}

/** The boards of all clans somebody is in, each with their role there. A clan that is being deleted is its owner's. */
export function listBoardsOfUser(db: Db, userId: string) {
  return selectBoards(db)
    .innerJoin("clan_members as me", "me.clan_id", "board.clan_id")
    .select("me.role")
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("board.deleted_at", "is", null)
    .where((row) => row.or([row("clans.deletes_at", "is", null), row("me.role", "=", "owner")]))
    .orderBy("board.created_at", "desc")
    .orderBy("board.id")
    .execute();
}

function selectBoards(db: Db) {
  return db
    .selectFrom("scoreboards as board")
    .innerJoin("clans", "clans.id", "board.clan_id")
    .select(["board.clan_id", "board.id", "board.title", "board.description", "board.measure", "board.activities"])
    .select(["board.period", "board.members", "board.include_former", "board.min_due_days", "board.top_n"])
    .select(["board.ties", "board.sort_order", "board.name_display", "board.columns", "board.state"])
    .select(["board.ended_at", "board.running_from", "board.share_hash", "board.share_sealed"])
    .select(["board.share_expires_at", "board.passcode_hash", "board.passcode_version", "board.views"])
    .select(["board.deleted_at", "board.created_at", "board.updated_at", "board.version"])
    .select([countActivities("public").as("public_activities"), countActivities("hidden").as("hidden_activities")])
    .select(sql<DayRange | null>`board.result -> 'range'`.as("result_range"))
    .select(["clans.name as clan_name", "clans.week_start", "clans.archived_at", "clans.deletes_at"]);
}

/** Until the transaction ends, whoever else changes the board waits. */
export async function lockBoard(tx: Db, clanId: string, boardId: string): Promise<void> {
  await tx
    .selectFrom("scoreboards")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .forNoKeyUpdate()
    .execute();
}

/** Until the transaction ends, whoever saves entries or changes activities of the clan waits. */
export async function holdEntries(tx: Db, clanId: string): Promise<void> {
  await tx.selectFrom("entry_revisions").select("revision").where("clan_id", "=", clanId).forUpdate().execute();
}

/** Boards of a clan, and how many of them are in the bin. */
export function countBoards(tx: Db, clanId: string) {
  return tx
    .selectFrom("scoreboards")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("deleted_at", "is", null).as("present"),
      row.fn.countAll<number>().filterWhere("deleted_at", "is not", null).as("binned"),
    ])
    .where("clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
}
