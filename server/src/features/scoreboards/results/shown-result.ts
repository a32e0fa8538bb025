import { type DayRange, rangeLabel, rangeOf } from "@clanhall/contract/board-periods";
import { type DayRule, toClanDate } from "@clanhall/contract/clan-day";
import type { FrozenResult } from "../../../db/board-tables.ts";
import type { Db } from "../../../db/tables.ts";
import { listDayRules } from "../../clans/clan-days.queries.ts";
import type { BoardRow } from "../boards.queries.ts";
import { computeResult } from "../standings/compute-result.ts";
import { findLastEntryTime, findPeriod, getClanOfResult, listPeriodRanges } from "./results.queries.ts";

/** How many earlier weeks or months a board names. */
const earlierMax = 24;

/** The result that a reader of a board gets, and what it says about the board itself. */
export interface ShownResult {
  result: FrozenResult;
  isFinal: boolean;
  updatedAt: Date;
  clanName: string;
  dayRule: Pick<DayRule, "time_zone" | "reset_time">;
  earlier: DayRange[];
}

/** Null for a period of which no result is kept. Without one: the final result, or else what counts at this moment. */
export async function loadShownResult(
  db: Db,
  board: BoardRow,
  period: string | null,
  now: Date,
): Promise<ShownResult | null> {
  const { clan_id: clanId, id } = board;
  const [clan, rules] = [await getClanOfResult(db, clanId), await listDayRules(db, clanId)];
  const today = toClanDate(rules, now);
  const frozen = await findFrozen(db, board, period);
  if (period !== null && !frozen) return null;
  const range = rangeOf(board.period, today, clan.week_start);
  const shown = frozen ?? {
    // Read before the result: what is entered in between shows in the next answer's time, and never not at all.
    updatedAt: laterOf(board.updated_at, await findLastEntryTime(db, clanId)),
    result: await computeResult(db, board, range, { today, now }),
  };
  return {
    ...shown,
    isFinal: frozen !== null,
    clanName: clan.name,
    dayRule: toDayRule(rules, frozen ? frozen.result.range.to : today),
    earlier: await listPeriodRanges(db, clanId, id, earlierMax),
  };
}

/** The result that never moves again, of an earlier period or of a board that has ended. */
export async function findFrozen(db: Db, board: BoardRow, period: string | null) {
  if (period !== null) {
    const row = await findPeriod(db, board.clan_id, board.id, period);
    return row && { result: row.result, updatedAt: row.frozen_at };
  }
  if (board.state === "active" || !board.result) return null;
  return { result: board.result, updatedAt: new Date(board.result.computed_at) };
}

function laterOf(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}

/** A reset that is fixed in UTC is told on the clock of UTC. */
function toDayRule(rules: DayRule[], date: string) {
  const rule = rules.findLast(({ effective_from }) => effective_from <= date) ?? rules[0];
  if (!rule) throw new Error("a clan has no rule for its day");
  const { time_zone, reset_time, reset_in_utc } = rule;
  return { time_zone: reset_in_utc ? "UTC" : time_zone, reset_time };
}

export function toLabelled(range: DayRange) {
  return { from: range.from, to: range.to, label: rangeLabel(range) };
}
