import { type DayRange, rangeLabel, rangeOf } from "@clanhall/contract/board-periods";
import { type DayRule, toClanDate } from "@clanhall/contract/clan-day";
import { listDayRules } from "../../../clan/calendar.ts";
import type { BoardResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { listHiddenActivities } from "../public-activities.queries.ts";
import { computeResult } from "../standings/compute-result.ts";
import { toPublicResult, withoutHidden } from "./public-result.ts";
import { findLastEntryTime, findPeriod, getClanOfResult, listPeriodRanges } from "./results.queries.ts";

/** How many earlier weeks or months a board names. */
const earlierMax = 24;

/** The result that a reader of a board gets, and what it says about the board itself. */
export interface ShownResult {
  result: BoardResult;
  /** Activities that are left out of it, because visitors may not see them. */
  notCounted: number;
  isFinal: boolean;
  updatedAt: Date;
  clanName: string;
  dayRule: Pick<DayRule, "time_zone" | "reset_time">;
  earlier: DayRange[];
}

interface Asked {
  /** The first day of a frozen period; null for the final result, or else what counts at this moment. */
  period: string | null;
  audience: "members" | "visitors";
  now: Date;
}

/** Null for a period of which no result is kept, and for visitors also for one of which they may see nothing. */
export async function loadShownResult(
  db: Db,
  board: BoardRow,
  { period, audience, now }: Asked,
): Promise<ShownResult | null> {
  const { clan_id: clanId, id } = board;
  const [clan, rules] = [await getClanOfResult(db, clanId), await listDayRules(db, clanId)];
  const today = toClanDate(rules, now);
  const hidden = audience === "visitors" ? await listHiddenActivities(db, clanId) : [];
  const hiddenIds = new Set(hidden.map((activity) => activity.id));
  const frozen = await findFrozen(db, board, period);
  if (period !== null && !frozen) return null;
  // Read before the result: what is entered in between shows in the next answer's time, and never not at all.
  const updatedAt = frozen?.updatedAt ?? laterOf(board.updated_at, await findLastEntryTime(db, clanId));
  const inBin = new Set(hidden.filter(({ deleted_at }) => deleted_at).map((activity) => activity.id));
  const present = board.activities.filter(({ activity_id }) => !inBin.has(activity_id));
  const counted = withoutHidden(present, hiddenIds);
  const range = rangeOf(board.period, today, clan.week_start);
  const shown = frozen
    ? await toPublicResult(db, board, frozen.result, { hidden: hiddenIds, rules })
    : {
        result: await computeResult(db, { ...board, activities: counted }, range, { today, now }),
        notCounted: present.length - counted.length,
      };
  return (
    shown && {
      ...shown,
      updatedAt,
      isFinal: frozen !== null,
      clanName: clan.name,
      dayRule: toDayRule(rules, frozen ? frozen.result.range.to : today),
      earlier: await listPeriodRanges(db, clanId, id, { limit: earlierMax, hidden: [...hiddenIds] }),
    }
  );
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
