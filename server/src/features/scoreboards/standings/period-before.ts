import { countDays } from "@clanhall/contract/rules/clan-day";
import { type DayRange, rangeBefore } from "@clanhall/contract/rules/periods";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";
import { listPeriodsBefore } from "./periods.queries.ts";

/** A board and the days of one of its periods. */
export interface BoardRange {
  board: Pick<ScoreboardRow, "clan_id" | "id" | "period">;
  range: DayRange;
}

/**
 * The period before each one. After a clan has moved the start of its week, the week before is not as long as usual, or
 * began on another day: it is the one that was stored, unless that is longer ago or no week. What is stored survives a
 * change of the kind of period.
 */
export async function loadRangesBefore(db: Db, asks: BoardRange[]): Promise<DayRange[]> {
  const usual = asks.map(({ board, range }) => rangeBefore(board.period, range));
  const weeks = asks.flatMap(({ board, range }, index) =>
    board.period.kind === "weekly" ? [{ index, clanId: board.clan_id, boardId: board.id, day: range.from }] : [],
  );
  const stored = weeks.length === 0 ? [] : await listPeriodsBefore(db, weeks);
  const byAsk = new Map(stored.map(({ ordinal, from, to }) => [weeks[ordinal]?.index, { from, to }]));
  return usual.map((range, index) => {
    const kept = byAsk.get(index);
    return kept && kept.to >= range.from && countDays(kept) <= 7 ? kept : range;
  });
}

export async function loadRangeBefore(db: Db, board: BoardRange["board"], range: DayRange): Promise<DayRange> {
  const [before] = await loadRangesBefore(db, [{ board, range }]);
  if (!before) throw new Error("a board has no period before");
  return before;
}
