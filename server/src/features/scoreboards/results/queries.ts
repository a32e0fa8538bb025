import { sql } from "kysely";
import { anyOf } from "../../../db/lists.ts";
import type { FrozenResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";

export async function getClanOfResult(db: Db, clanId: string) {
  return db.selectFrom("clans").select(["name", "week_start"]).where("id", "=", clanId).executeTakeFirstOrThrow();
}

/** Those of the ids that are not in the bin. */
export function listNamedActivities(db: Db, clanId: string, ids: string[]) {
  return db
    .selectFrom("activities")
    .select(["id", "name", "icon", "color", "unit", "value_type", "aggregate", "is_public"])
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(ids))
    .where("deleted_at", "is", null)
    .execute();
}

/** Time of the last entry in the clan. */
export async function findLastEntryTime(db: Db, clanId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("entry_versions")
    .select("entered_at")
    .where("clan_id", "=", clanId)
    .orderBy("entered_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.entered_at ?? null;
}

function periodsOf(db: Db, clanId: string, boardId: string) {
  return db.selectFrom("scoreboard_periods").where("clan_id", "=", clanId).where("scoreboard_id", "=", boardId);
}

/** The latest first, without those that count only hidden activities. */
export function listPeriodRanges(
  db: Db,
  clanId: string,
  boardId: string,
  { limit, hidden }: { limit: number; hidden: string[] },
) {
  return periodsOf(db, clanId, boardId)
    .select(["starts_on as from", "ends_on as to"])
    .$if(hidden.length > 0, (periods) => periods.where(countsOthersThan(hidden)))
    .orderBy("starts_on", "desc")
    .limit(limit)
    .execute();
}

/** Older results list their activities only in the rows; one without rows reveals no activity. */
function countsOthersThan(hidden: string[]) {
  const counted = sql`coalesce(result -> 'activities', result #> '{rows,0,per_activity}', '[]')`;
  return sql<boolean>`(${counted} = '[]' or exists (
    select from jsonb_array_elements(${counted}) as one
    where (one ->> 'activity_id')::uuid <> all(${hidden}::uuid[])
  ))`;
}

export async function findPeriod(db: Db, clanId: string, boardId: string, from: string) {
  const row = await periodsOf(db, clanId, boardId).selectAll().where("starts_on", "=", from).executeTakeFirst();
  return row ?? null;
}

/** The last day that is in a stored result. */
export async function findLastStoredDay(db: Db, clanId: string, boardId: string): Promise<string | null> {
  const row = await periodsOf(db, clanId, boardId)
    .select(({ fn }) => fn.max("ends_on").as("day"))
    .executeTakeFirstOrThrow();
  return row.day;
}

/** The latest periods, each with its first three rows only: a result may have thousands. */
export function listPeriodTops(db: Db, clanId: string, boardId: string, limit: number) {
  return periodsOf(db, clanId, boardId)
    .select(["starts_on as from", "ends_on as to", "frozen_at"])
    .select(sql<number>`jsonb_array_length(result -> 'rows')`.as("players"))
    .select(sql<FrozenResult["rows"]>`jsonb_path_query_array(result, '$.rows[0 to 2]')`.as("top"))
    .orderBy("starts_on", "desc")
    .limit(limit)
    .execute();
}

/** Where a member stood in the latest periods, the latest first; without a rank in those they were not in. */
export function listPeriodRanks(db: Db, clanId: string, boardId: string, memberId: string, limit: number) {
  const row = sql`jsonb_path_query_first(
    result, '$.rows[*] ? (@.member_id == $member)', jsonb_build_object('member', ${memberId}::text)
  )`;
  return periodsOf(db, clanId, boardId)
    .select(["starts_on as from", "ends_on as to"])
    .select(sql<number>`jsonb_array_length(result -> 'rows')`.as("players"))
    .select(sql<number | null>`(${row} ->> 'rank')::int`.as("rank"))
    .orderBy("starts_on", "desc")
    .limit(limit)
    .execute();
}

/**
 * Boards whose week, month or last day may be over if the date in a clan is at most the one given. Whether it is over
 * depends on the clan's own day.
 */
export function listBoardsNearPeriodEnd(db: Db, latestDate: string) {
  const kind = sql<string>`board.period ->> 'kind'`;
  const latest = sql<string>`${latestDate}::date`;
  const daysIntoWeek = sql`(extract(isodow from board.running_from)::integer - clans.week_start + 7) % 7`;
  return db
    .selectFrom("scoreboards as board")
    .innerJoin("clans", "clans.id", "board.clan_id")
    .select(["board.clan_id", "board.id"])
    .where("board.state", "=", "active")
    .where("board.deleted_at", "is", null)
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .where((row) =>
      row.or([
        row(
          "board.running_from",
          "<=",
          sql<string>`${latest} - case ${kind} when 'weekly' then 7 - ${daysIntoWeek} else 28 end`,
        ),
        row.and([
          row("board.ends_by_itself", "=", true),
          row(kind, "=", "fixed"),
          row(sql<string>`(board.period ->> 'to')::date`, "<", latest),
        ]),
      ]),
    )
    .orderBy("board.clan_id")
    .orderBy("board.id")
    .execute();
}

/** False while someone else has it locked, such as another instance with the same job, and once it has changed. */
export async function lockIfUnchanged(tx: Db, { clan_id, id, version, running_from }: ScoreboardRow): Promise<boolean> {
  const row = await tx
    .selectFrom("scoreboards")
    .select("id")
    .where("clan_id", "=", clan_id)
    .where("id", "=", id)
    .where("version", "=", version)
    .where("running_from", "is not distinct from", running_from)
    .where("state", "=", "active")
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

export type ClanCalendar = NonNullable<Awaited<ReturnType<typeof findOpenClan>>>;

/** Null for a clan that is archived or pending deletion. */
export async function findOpenClan(db: Db, clanId: string) {
  const row = await db
    .selectFrom("clans")
    .select(["week_start", "late_days"])
    .where("id", "=", clanId)
    .where("archived_at", "is", null)
    .where("deletes_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

interface ScoreboardKey {
  clan_id: string;
  scoreboard_id: string;
}

/** False if a result of the period is already stored. A month replaces the week that began on the same day. */
export async function insertPeriod(tx: Db, key: ScoreboardKey, result: FrozenResult, now: Date): Promise<boolean> {
  const { from: starts_on, to: ends_on } = result.range;
  const frozen = { result: JSON.stringify(result), frozen_at: now };
  const row = await tx
    .insertInto("scoreboard_periods")
    .values({ ...key, starts_on, ends_on, ...frozen })
    .onConflict((same) =>
      same
        .columns(["clan_id", "scoreboard_id", "starts_on"])
        .doUpdateSet({ ends_on, ...frozen })
        .whereRef("scoreboard_periods.ends_on", "<", "excluded.ends_on"),
    )
    .returning("starts_on")
    .executeTakeFirst();
  return row !== undefined;
}

/** False when there is none to replace. */
export async function replacePeriod(tx: Db, key: ScoreboardKey, result: FrozenResult, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("scoreboard_periods")
    .set({ result: JSON.stringify(result), frozen_at: now })
    .where("clan_id", "=", key.clan_id)
    .where("scoreboard_id", "=", key.scoreboard_id)
    .where("starts_on", "=", result.range.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The version stays, so that a change somebody makes meanwhile does not become stale. */
export async function setRunningFrom(tx: Db, clanId: string, boardId: string, runningFrom: string): Promise<void> {
  await tx
    .updateTable("scoreboards")
    .set({ running_from: runningFrom })
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .execute();
}
