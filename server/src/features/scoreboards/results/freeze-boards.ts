import { type BoardPeriod, type DayRange, rangeBefore, rangeOf } from "@clanhall/contract/board-periods";
import { addDays, toClanDate } from "@clanhall/contract/clan-day";
import { listDayRules } from "../../../clan/calendar.ts";
import type { FrozenResult } from "../../../db/stored-types.ts";
import type { Log } from "../../../db/log.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import { queueMemberMails, queueWebhook } from "../../../outbox/queue.ts";
import { recordAudit } from "../../audit/index.ts";
import { updateBoard } from "../board-writes.queries.ts";
import { type BoardRow, findBoardRow } from "../boards.queries.ts";
import { toTarget } from "../write-board.ts";
import {
  type ClanCalendar,
  findOpenClan,
  insertPeriod,
  listBoardsNearTurn,
  lockIfSame,
  setRunningFrom,
} from "./freeze.queries.ts";
import { computeFrozen } from "./public-result.ts";

/** How many days after its end a week or month is still told of. */
const newsDays = 7;
/** How many weeks or months are frozen afterwards where the job did not run. */
const periodsBackMax = 60;

/** Freezes the weeks and months that are over, and ends the boards whose last day can no longer be entered. */
export async function freezeScoreboards(db: Db, log: Log, now = new Date()): Promise<void> {
  // East of everybody else it is tomorrow already, and nowhere later.
  const latestDate = addDays(now.toISOString().slice(0, 10), 1);
  for (const { clan_id: clanId, id } of await listBoardsNearTurn(db, latestDate)) {
    try {
      const count = await freezeDue(db, clanId, id, now);
      if (count > 0) log.info({ clanId, boardId: id, count }, "scoreboard results frozen");
    } catch (err) {
      log.warn({ err, clanId, boardId: id }, "scoreboard not frozen yet, it is tried again");
    }
  }
}

/** The weeks or months of a board that are over, before a change that would have them counted otherwise or not at all. */
export async function freezeTurns(db: Db, clanId: string, boardId: string, now: Date): Promise<void> {
  const board = await findBoardRow(db, clanId, boardId);
  if (board?.running_from) await freezeDue(db, clanId, boardId, now);
}

async function freezeDue(db: Db, clanId: string, boardId: string, now: Date): Promise<number> {
  let count = 0;
  while (await freezeNext(db, clanId, boardId, now)) count += 1;
  return count;
}

/**
 * One result at a time, so that a board that fell far behind is not held for long. It is counted first and kept if the
 * board is still the same then. False when nothing is left to do.
 */
async function freezeNext(db: Db, clanId: string, boardId: string, now: Date): Promise<boolean> {
  const board = await findBoardRow(db, clanId, boardId);
  const clan = await findOpenClan(db, clanId);
  if (!board || !clan) return false;
  const today = toClanDate(await listDayRules(db, clanId), now);
  const range = findRangeOver(board, clan, today);
  if (!range) return false;
  const result = await computePast(db, board, range, now);
  return db.transaction().execute(async (tx) => {
    if (!(await lockIfSame(tx, board))) return false;
    await (board.period.kind === "fixed" ? endBoard(tx, board, result, now) : keepPeriod(tx, board, result, now));
    const isNews = board.period.kind === "fixed" || today <= addDays(range.to, newsDays);
    if (isNews) await queueWebhook(tx, toEndNews(board, range));
    return true;
  });
}

/** The days of a board that are over and not frozen yet, the earliest of several. */
function findRangeOver(board: BoardRow, clan: ClanCalendar, today: string): DayRange | null {
  const { period, running_from } = board;
  if (board.state !== "active" || board.deleted_at) return null;
  if (period.kind === "fixed") {
    const isOver = board.ends_by_itself && today > addDays(period.to, clan.late_days);
    return isOver ? { from: period.from, to: period.to } : null;
  }
  if (period.kind === "rolling" || running_from === null) return null;
  const oldest = oldestToFreeze(period, rangeOf(period, today, clan.week_start));
  const range = rangeOf(period, running_from > oldest ? running_from : oldest, clan.week_start);
  return today > range.to ? range : null;
}

function oldestToFreeze(period: BoardPeriod, current: DayRange): string {
  let range = current;
  for (let back = 0; back < periodsBackMax; back += 1) range = rangeBefore(period, range);
  return range.from;
}

/** As on the day after the last: all its days are over, and a job that comes late finds what one on time found. */
export function computePast(db: Db, board: BoardRow, range: DayRange, now: Date): Promise<FrozenResult> {
  return computeFrozen(db, board, range, { today: addDays(range.to, 1), now });
}

async function keepPeriod(tx: Tx, board: BoardRow, result: FrozenResult, now: Date): Promise<void> {
  const { clan_id: clanId, id } = board;
  const isNew = await insertPeriod(tx, { clan_id: clanId, scoreboard_id: id }, result, now);
  await setRunningFrom(tx, clanId, id, addDays(result.range.to, 1));
  if (isNew) await tell(tx, board, "scoreboard.freeze_period", result);
}

async function endBoard(tx: Tx, board: BoardRow, result: FrozenResult, now: Date): Promise<void> {
  const ended = { state: "ended", result: JSON.stringify(result), ended_at: now } as const;
  await updateBoard(tx, board.clan_id, board.id, ended);
  await tell(tx, board, "scoreboard.end", result);
  await queueMemberMails(tx, { clanId: board.clan_id, kind: "board_ended", subject: board.id });
}

/** Time itself did it, so nobody is named. */
async function tell(tx: Tx, board: BoardRow, action: string, { range, rows }: FrozenResult): Promise<void> {
  const nobody = { clanId: board.clan_id, userId: null, name: null, requestId: null };
  await recordAudit(tx, nobody, { action, target: toTarget(board), after: { ...range, players: rows.length } });
}

/** A board has one end, however often it is opened again, and each of its weeks or months has one of its own. */
export function toEndNews({ clan_id: clanId, id, period }: BoardRow, range?: DayRange) {
  const from = period.kind === "fixed" ? null : (range?.from ?? null);
  const facts = { scoreboard_id: id, period: from };
  return { clanId, event: "scoreboard", subject: `${id} ${from ?? "end"}`, facts } as const;
}
