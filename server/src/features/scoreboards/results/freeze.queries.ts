import { sql } from "kysely";
import type { FrozenResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";

/**
 * Boards whose week, month or last day may be over, where no clan can have a later date than the one given. It is for
 * the clan's own day to say whether it is.
 */
export function listBoardsNearTurn(db: Db, latestDate: string) {
  const kind = sql<string>`board.period ->> 'kind'`;
  const latest = sql<string>`${latestDate}::date`;
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
        row("board.running_from", "<=", sql<string>`${latest} - case ${kind} when 'weekly' then 7 else 28 end`),
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

/** False while somebody else holds it, another instance with the same work above all, and once it has changed. */
export async function lockIfSame(tx: Db, { clan_id, id, version, running_from }: BoardRow): Promise<boolean> {
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

/** How a clan counts weeks and late days; null for one that is archived or being deleted. */
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

interface Place {
  clan_id: string;
  scoreboard_id: string;
}

/** False when a result of the period is kept already. A month takes the place of the week that began with it. */
export async function insertPeriod(tx: Db, place: Place, result: FrozenResult, now: Date): Promise<boolean> {
  const { from: starts_on, to: ends_on } = result.range;
  const frozen = { result: JSON.stringify(result), frozen_at: now };
  const row = await tx
    .insertInto("scoreboard_periods")
    .values({ ...place, starts_on, ends_on, ...frozen })
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
export async function replacePeriod(tx: Db, place: Place, result: FrozenResult, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("scoreboard_periods")
    .set({ result: JSON.stringify(result), frozen_at: now })
    .where("clan_id", "=", place.clan_id)
    .where("scoreboard_id", "=", place.scoreboard_id)
    .where("starts_on", "=", result.range.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nobody chose this, so the version stays: what a manager is changing meanwhile is not stale for it. */
export async function setRunningFrom(tx: Db, clanId: string, boardId: string, runningFrom: string): Promise<void> {
  await tx
    .updateTable("scoreboards")
    .set({ running_from: runningFrom })
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .execute();
}
