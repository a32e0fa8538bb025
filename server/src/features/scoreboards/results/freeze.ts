import { type BoardPeriod, type DayRange, rangeBefore, rangeOf } from "@clanhall/contract/rules/periods";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { listPeriods } from "@clanhall/contract/standings";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { listPublicNames } from "../../../clan/roster.ts";
import { currentTime } from "../../../db/clock.ts";
import type { FrozenResult } from "../../../db/stored-types.ts";
import type { Log } from "../../../db/log.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import { isDatabaseAway } from "../../../db/wait-for-database.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { queueMemberMails, queueWebhook } from "../../../outbox/queue.ts";
import { recordAudit } from "../../audit/index.ts";
import { toAuditTarget } from "../check-settings.ts";
import {
  findScoreboard,
  listActiveBoards,
  lockScoreboard,
  type ScoreboardRow,
  updateScoreboardRow,
} from "../queries.ts";
import { withLabel } from "../standings/range.ts";
import { getReadableScoreboard } from "./member-standings.ts";
import {
  type ClanCalendar,
  findOpenClan,
  findPeriod,
  insertPeriod,
  listBoardsNearPeriodEnd,
  listPeriodTops,
  lockIfUnchanged,
  replacePeriod,
  setRunningFrom,
} from "./queries.ts";
import { computeFrozen } from "./standings.ts";

/** How many days after its end a week or month is still posted. */
const postDays = 7;
/** How many weeks or months are frozen afterwards if the job did not run. */
const periodsBackMax = 60;

/** Freezes ended weeks and months, and ends boards whose last day can no longer be entered. */
export async function freezeScoreboards(db: Db, log: Log, now = currentTime()): Promise<void> {
  // In the easternmost time zone it is already tomorrow, and nowhere later.
  const latestDate = addDays(now.toISOString().slice(0, 10), 1);
  await freezeEach(db, log, await listBoardsNearPeriodEnd(db, latestDate), now, { canWait: true });
}

/** To be called before a change that would count an ended week or month otherwise, or not at all. */
export async function freezeEndedPeriods(db: Db, clanId: string, boardId: string, now: Date): Promise<void> {
  const board = await findScoreboard(db, clanId, boardId);
  if (board?.running_from) await freezeDue(db, clanId, boardId, now);
}

/**
 * To be called before a clan moves the start of its week: the weeks that are over end where they did. Without an answer
 * of the database the week stays.
 */
export async function freezeEndedWeeks(db: Db, log: Log, clanId: string, now: Date): Promise<void> {
  const boards = await listActiveBoards(db, clanId);
  const running = boards.filter(({ running_from }) => running_from !== null);
  await freezeEach(db, log, running, now, { canWait: false });
}

/** One that cannot be counted does not hold up the others. */
async function freezeEach(
  db: Db,
  log: Log,
  boards: { clan_id: string; id: string }[],
  now: Date,
  { canWait }: { canWait: boolean },
): Promise<void> {
  for (const { clan_id: clanId, id } of boards) {
    try {
      const count = await freezeDue(db, clanId, id, now);
      if (count > 0) log.info({ clanId, boardId: id, count }, "scoreboard results frozen");
    } catch (err) {
      if (!canWait && err instanceof Error && isDatabaseAway(err)) throw err;
      log.warn({ err, clanId, boardId: id }, "scoreboard not frozen yet, it is tried again");
    }
  }
}

async function freezeDue(db: Db, clanId: string, boardId: string, now: Date): Promise<number> {
  let count = 0;
  while (await freezeNext(db, clanId, boardId, now)) count += 1;
  return count;
}

/**
 * One result at a time, so that a board that fell far behind is not locked for long. It is computed first, and stored
 * if the board is unchanged then. False when nothing is left to do.
 */
async function freezeNext(db: Db, clanId: string, boardId: string, now: Date): Promise<boolean> {
  const board = await findScoreboard(db, clanId, boardId);
  const clan = await findOpenClan(db, clanId);
  if (!board || !clan) return false;
  const today = toClanDate(await listDayRules(db, clanId), now);
  const range = findEndedRange(board, clan, today);
  if (!range) return false;
  const result = await computePast(db, board, range, now);
  return db.transaction().execute(async (tx) => {
    if (!(await lockIfUnchanged(tx, board))) return false;
    await (board.period.kind === "fixed" ? storeEnd(tx, board, result, now) : storePeriod(tx, board, result, now));
    const isRecent = board.period.kind === "fixed" || today <= addDays(range.to, postDays);
    if (isRecent) await queueWebhook(tx, toEndWebhook(board, range));
    return true;
  });
}

/** The ended days of a board that are not frozen yet, the earliest of several periods. */
function findEndedRange(board: ScoreboardRow, clan: ClanCalendar, today: string): DayRange | null {
  const { period, running_from } = board;
  if (board.state !== "active" || board.deleted_at) return null;
  if (period.kind === "fixed") {
    const isOver = board.ends_by_itself && today > addDays(period.to, clan.late_days);
    return isOver ? { from: period.from, to: period.to } : null;
  }
  if (period.kind === "rolling" || running_from === null) return null;
  const oldest = oldestToFreeze(period, rangeOf(period, today, clan.week_start));
  // Not always the first day of a week: the clan may have moved the start of its week since the last result.
  const from = running_from > oldest ? running_from : oldest;
  const range = { from, to: rangeOf(period, from, clan.week_start).to };
  return today > range.to ? range : null;
}

function oldestToFreeze(period: BoardPeriod, current: DayRange): string {
  let range = current;
  for (let back = 0; back < periodsBackMax; back += 1) range = rangeBefore(period, range);
  return range.from;
}

/** As on the day after the last: all days are over, and a late job finds what a timely one would have found. */
function computePast(db: Db, board: ScoreboardRow, range: DayRange, now: Date): Promise<FrozenResult> {
  return computeFrozen(db, board, range, { today: addDays(range.to, 1), now });
}

async function storePeriod(tx: Tx, board: ScoreboardRow, result: FrozenResult, now: Date): Promise<void> {
  const { clan_id: clanId, id } = board;
  const isNew = await insertPeriod(tx, { clan_id: clanId, scoreboard_id: id }, result, now);
  await setRunningFrom(tx, clanId, id, addDays(result.range.to, 1));
  if (isNew) await recordFreeze(tx, board, "scoreboard.freeze_period", result);
}

async function storeEnd(tx: Tx, board: ScoreboardRow, result: FrozenResult, now: Date): Promise<void> {
  const ended = { state: "ended", result: JSON.stringify(result), ended_at: now } as const;
  await updateScoreboardRow(tx, board.clan_id, board.id, ended);
  await recordFreeze(tx, board, "scoreboard.end", result);
  await queueMemberMails(tx, { clanId: board.clan_id, kind: "board_ended", subject: board.id });
}

/** The audit has no actor, because a job did it. */
async function recordFreeze(
  tx: Tx,
  board: ScoreboardRow,
  action: string,
  { range, rows }: FrozenResult,
): Promise<void> {
  const nobody = { clanId: board.clan_id, userId: null, name: null, requestId: null };
  await recordAudit(tx, nobody, { action, target: toAuditTarget(board), after: { ...range, players: rows.length } });
}

/** One message for the end of a board, however often it is reopened, and one for each of its weeks or months. */
export function toEndWebhook({ clan_id: clanId, id, period }: ScoreboardRow, range?: DayRange) {
  const from = period.kind === "fixed" ? null : (range?.from ?? null);
  const facts = { scoreboard_id: id, period: from };
  return { clanId, event: "scoreboard", subject: `${id} ${from ?? "end"}`, facts } as const;
}

/** Computes a past week or month again, by the board's settings of today and everything entered since. */
export async function recount(db: Db, actor: ClanActor, boardId: string, from: string) {
  const now = currentTime();
  const board = await getReadableScoreboard(db, actor, boardId);
  const period = await findPeriod(db, board.clan_id, board.id, from);
  if (!period) throw notFound("Period");
  if (board.state !== "active") throw new ApiError("conflict", "Reopen the board to change it.");
  const range = { from: period.starts_on, to: period.ends_on };
  const result = await computePast(db, board, range, now);
  await db.transaction().execute(async (tx) => {
    await lockScoreboard(tx, board.clan_id, board.id);
    const { version } = await getReadableScoreboard(tx, actor, board.id);
    if (version !== board.version) throw new ApiError("conflict", `Someone else changed ${board.title}`);
    const key = { clan_id: board.clan_id, scoreboard_id: board.id };
    if (!(await replacePeriod(tx, key, result, now))) throw notFound("Period");
    const after = { ...range, players: result.rows.length };
    await recordAudit(tx, actor, { action: "scoreboard.recount", target: toAuditTarget(board), after });
  });
  return { ...range, frozen_at: now.toISOString() };
}

/** Two years of weeks. */
const periodsMax = 104;

export async function loadPeriods(
  db: Db,
  { clan_id, id }: ScoreboardRow,
): Promise<z.output<(typeof listPeriods)["response"]>> {
  const periods = await listPeriodTops(db, clan_id, id, periodsMax);
  const ids = periods.flatMap(({ top }) => top.map(({ member_id }) => member_id));
  const members = await listPublicNames(db, clan_id, [...new Set(ids)]);
  const items = periods.map(({ frozen_at, players, top, ...range }) => ({
    ...withLabel(range),
    frozen_at: frozen_at.toISOString(),
    players,
    top: top.flatMap(({ member_id, rank, score }) => {
      const member = members.get(member_id);
      return member ? { rank, name: member.name, tint: member.tint, score } : [];
    }),
  }));
  return { items };
}
