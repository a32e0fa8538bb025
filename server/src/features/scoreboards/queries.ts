import type { DayRange } from "@clanhall/contract/rules/periods";
import { type Insertable, type Selectable, sql, type Updateable, type RawBuilder } from "kysely";
import { currentTime } from "../../db/clock.ts";
import { anyOf } from "../../db/lists.ts";
import { executePrepared, preparedAnyOf } from "../../db/prepared.ts";
import type { Db, Tables } from "../../db/tables.ts";

export type ScoreboardRow = Selectable<Tables["scoreboards"]>;

/** For calls whose path names only the board; every later query takes the clan too. */
export async function findClanOfScoreboard(db: Db, boardId: string): Promise<string | null> {
  const row = await db.selectFrom("scoreboards").select("clan_id").where("id", "=", boardId).executeTakeFirst();
  return row?.clan_id ?? null;
}

/** The clan of a board, whatever its state, among those in which somebody is active. */
export async function findClanOfBoard(db: Db, userId: string, boardId: string): Promise<string | null> {
  const row = await db
    .selectFrom("scoreboards as board")
    .innerJoin("clan_members as mine", "mine.clan_id", "board.clan_id")
    .innerJoin("clans", "clans.id", "board.clan_id")
    .select("board.clan_id")
    .where("board.id", "=", boardId)
    .where("mine.user_id", "=", userId)
    .where("mine.status", "=", "active")
    .where((test) => test.or([test("clans.deletes_at", "is", null), test("mine.role", "=", "owner")]))
    .executeTakeFirst();
  return row?.clan_id ?? null;
}

export async function findScoreboard(db: Db, clanId: string, boardId: string): Promise<ScoreboardRow | null> {
  const row = await db
    .selectFrom("scoreboards")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .executeTakeFirst();
  return row ?? null;
}

/** Null for a board that has ended, is archived or in the bin. */
export async function findActiveBoard(db: Db, clanId: string, boardId: string) {
  const row = await db
    .selectFrom("scoreboards")
    .select(["id", "title"])
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .where("state", "=", "active")
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The board that stands for each of the clans, as far as they have an active one: the chosen one, else the oldest that
 * counts points by the week, else the newest.
 */
export async function findMainBoards(db: Db, clanIds: string[]): Promise<Map<string, ScoreboardRow>> {
  const rows = await mainBoards(db).selectAll("board").where("board.clan_id", "=", anyOf(clanIds)).execute();
  return new Map(rows.map((row) => [row.clan_id, row]));
}

/** Their ids alone, for what is read with every list of clans. */
export async function findMainBoardIds(db: Db, clanIds: string[]): Promise<Map<string, string>> {
  const query = mainBoards(db)
    .select(["board.clan_id", "board.id"])
    .where("board.clan_id", "=", preparedAnyOf(clanIds));
  return new Map((await executePrepared(db, query)).map(({ clan_id, id }) => [clan_id, id]));
}

function mainBoards(db: Db) {
  const isWeekly = sql`(board.measure = 'points' and board.period ->> 'kind' = 'weekly')`;
  return db
    .selectFrom("scoreboards as board")
    .innerJoin("clans", "clans.id", "board.clan_id")
    .distinctOn("board.clan_id")
    .where("board.state", "=", "active")
    .where("board.deleted_at", "is", null)
    .orderBy("board.clan_id")
    .orderBy(sql`clans.main_board_id is not distinct from board.id`, "desc")
    .orderBy(isWeekly, "desc")
    .orderBy(sql`case when ${isWeekly} then board.created_at end`)
    .orderBy("board.created_at", "desc")
    .orderBy("board.id");
}

/** The active boards of a clan, newest first. */
export function listActiveBoards(db: Db, clanId: string): Promise<ScoreboardRow[]> {
  return db
    .selectFrom("scoreboards")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("state", "=", "active")
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** A board with what lists need of its clan. Of a frozen result it has only the range, because results can be large. */
export type ListedScoreboard = NonNullable<Awaited<ReturnType<typeof findListedScoreboard>>>;

export async function findListedScoreboard(db: Db, clanId: string, boardId: string) {
  const row = await selectListed(db)
    .where("board.clan_id", "=", clanId)
    .where("board.id", "=", boardId)
    .executeTakeFirst();
  return row ?? null;
}

/** Without those in the bin, newest first. */
export function listScoreboardsOfClan(db: Db, clanId: string): Promise<ListedScoreboard[]> {
  return selectListed(db)
    .where("board.clan_id", "=", clanId)
    .where("board.deleted_at", "is", null)
    .orderBy("board.created_at", "desc")
    .orderBy("board.id")
    .execute();
}

/** Deleted after a moment, the latest first. */
export function listBinnedScoreboards(db: Db, clanId: string, since: Date): Promise<ListedScoreboard[]> {
  return selectListed(db)
    .where("board.clan_id", "=", clanId)
    .where("board.deleted_at", ">", since)
    .orderBy("board.deleted_at", "desc")
    .orderBy("board.id")
    .execute();
}

/** The boards of all clans of a user, each with their role there. A clan pending deletion is listed for its owner only. */
export function listScoreboardsOfUser(db: Db, userId: string) {
  const query = selectListed(db)
    .innerJoin("clan_members as me", "me.clan_id", "board.clan_id")
    .select("me.role")
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("board.deleted_at", "is", null)
    .where((row) => row.or([row("clans.deletes_at", "is", null), row("me.role", "=", "owner")]))
    .orderBy("board.created_at", "desc")
    .orderBy("board.id");
  return executePrepared(db, query);
}

interface CountedBoard {
  id: string;
  range: DayRange;
  activities: { activity_id: string }[];
}

/**
 * When a value that counts on each of several boards was last saved. Nothing is entered for a day that has not begun
 * anywhere yet, which keeps the search among the latest values; each activity is searched by itself, so that one that
 * nobody enters costs nothing.
 */
export async function listScoreMoves(db: Db, clanId: string, boards: CountedBoard[]) {
  if (boards.length === 0) return [];
  const asked = boards.map(({ id, range: { from, to }, activities }) => ({
    id,
    from,
    to,
    activities: activities.map(({ activity_id }) => activity_id),
  }));
  const { rows } = await sql<{ id: string; moved_at: Date }>`
    select board.id, max(saved.entered_at) as moved_at
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as board (id uuid, "from" date, "to" date, activities uuid[])
    cross join unnest(board.activities) as counted (activity_id)
    cross join lateral (
      select entered_at from entry_versions as saved
      where saved.clan_id = ${clanId} and saved.activity_id = counted.activity_id
        and saved.entered_at >= board."from" - 2 and saved.day between board."from" and board."to"
      order by entered_at desc limit 1
    ) as saved
    group by board.id
  `.execute(db);
  return rows;
}

function selectListed(db: Db) {
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
    .select(seasonName(sql`season.board_id = board.id and season.ended_at is null`).as("own_season"))
    .select(seasonName(sql`season.id = board.season_id and season.ended_at is not null`).as("ended_season"))
    .select(["clans.name as clan_name", "clans.week_start", "clans.archived_at", "clans.deletes_at"]);
}

/** The name of a season of `board`. */
function seasonName(condition: RawBuilder<unknown>) {
  return sql<string | null>`(
    select season.name from seasons as season where season.clan_id = board.clan_id and ${condition}
  )`;
}

/** How many activities of `board` visitors may see, or may not. Those in the bin are neither. */
export function countActivities(kind: "public" | "hidden") {
  return sql<number>`(
    select count(*) from jsonb_array_elements(board.activities) as used
    join activities as activity
      on activity.clan_id = board.clan_id and activity.id = (used ->> 'activity_id')::uuid
    where activity.deleted_at is null and activity.is_public = ${kind === "public"}
  )`;
}

/** Activities that are not shown on public boards; those in the bin too, because frozen results may count them. */
export function listHiddenActivities(db: Db, clanId: string) {
  return db
    .selectFrom("activities")
    .select(["id", "deleted_at"])
    .where("clan_id", "=", clanId)
    .where("is_public", "=", false)
    .execute();
}

/** The activities a board can name; those in the bin too, because boards may still name them. */
export function listActivityChoices(db: Db, clanId: string) {
  return db
    .selectFrom("activities")
    .select(["id", "name", "is_public", "deleted_at"])
    .where("clan_id", "=", clanId)
    .execute();
}

/** Those of the ids that are members of the clan. */
export async function listKnownMembers(db: Db, clanId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The names of all groups of the clan. */
export async function listGroupNames(db: Db, clanId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct jsonb_array_elements_text(groups) as name from clan_members where clan_id = ${clanId} order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Until the transaction ends, whoever else changes the board waits. */
export async function lockScoreboard(tx: Db, clanId: string, boardId: string): Promise<void> {
  await tx
    .selectFrom("scoreboards")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .forNoKeyUpdate()
    .execute();
}

/** Until the transaction ends, whoever saves entries or changes activities of the clan waits. */
export async function lockEntries(tx: Db, clanId: string): Promise<void> {
  await tx.selectFrom("entry_revisions").select("revision").where("clan_id", "=", clanId).forUpdate().execute();
}

/** Boards of a clan, and how many of them are in the bin. */
export function countScoreboards(tx: Db, clanId: string) {
  return tx
    .selectFrom("scoreboards")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("deleted_at", "is", null).as("present"),
      row.fn.countAll<number>().filterWhere("deleted_at", "is not", null).as("binned"),
    ])
    .where("clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
}

export type ScoreboardColumns = Omit<
  Updateable<Tables["scoreboards"]>,
  "clan_id" | "id" | "created_by" | "created_at" | "updated_at" | "version"
>;

export async function insertScoreboard(tx: Db, board: Insertable<Tables["scoreboards"]>): Promise<string> {
  const { id } = await tx.insertInto("scoreboards").values(board).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Every change of a board makes a new version of it. */
export async function updateScoreboardRow(
  tx: Db,
  clanId: string,
  boardId: string,
  columns: ScoreboardColumns,
): Promise<void> {
  await tx
    .updateTable("scoreboards")
    .set((row) => ({ ...columns, version: row("version", "+", 1), updated_at: currentTime() }))
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .execute();
}

/** For all clans. */
export async function deleteScoreboardsBinnedBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom("scoreboards").where("deleted_at", "<=", moment).execute();
}

interface FrozenKey {
  id: string;
  /** Null for the result of a board that has ended. */
  starts_on: string | null;
}

/** Every frozen result of a clan, one JSON text per line. They are read one at a time, because each can be large. */
export async function* resultCsvLines(db: Db, clanId: string): AsyncGenerator<string> {
  for (const key of await listFrozen(db, clanId)) {
    const result = await findResult(db, clanId, key);
    if (result) yield `${JSON.stringify({ scoreboard_id: key.id, is_final: key.starts_on === null, ...result })}\n`;
  }
}

async function listFrozen(db: Db, clanId: string): Promise<FrozenKey[]> {
  const { rows } = await sql<FrozenKey>`
    select id, starts_on from (
      select scoreboard_id as id, starts_on from scoreboard_periods where clan_id = ${clanId}
      union all
      select id, null from scoreboards where clan_id = ${clanId} and result is not null
    ) as frozen order by id, starts_on
  `.execute(db);
  return rows;
}

async function findResult(db: Db, clanId: string, { id, starts_on }: FrozenKey): Promise<object | null> {
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
