import { rangeBefore, type DayRange } from "@clanhall/contract/board-periods";
import type { BoardResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { loadScene } from "./board-scene.ts";
import { type RankedRange, rankRange } from "./rank-range.ts";
import { pickPlayers } from "./range-view.ts";
import { pointsOf } from "./scores.ts";
import { inSnapshot } from "./snapshot.ts";
import { loadTrends } from "./trends.ts";

/** Who stands where on a board, counting these clan dates up to today. */
export function computeResult(
  db: Db,
  board: BoardRow,
  range: DayRange,
  { today, now }: { today: string; now: Date },
): Promise<BoardResult> {
  return inSnapshot(db, async (tx) => {
    const scene = await loadScene(tx, board, today);
    const current = await rankRange(tx, scene, range, { ranksAlone: false });
    const before = await rankRange(tx, scene, rangeBefore(board.period, range), { ranksAlone: true });
    const { hasResults, leftOut } = current;
    const rows = await loadRows(tx, board, current, before);
    return { range, computed_at: now.toISOString(), has_results: hasResults, left_out: leftOut, rows };
  });
}

async function loadRows(
  db: Db,
  { measure, top_n }: BoardRow,
  { view, ranked }: RankedRange,
  before: RankedRange,
): Promise<BoardResult["rows"]> {
  const shown = ranked.filter(({ rank }) => top_n === null || rank <= top_n);
  const trends = await loadTrends(
    db,
    pickPlayers(
      view,
      shown.map(({ place }) => place),
    ),
    measure,
  );
  const ranksBefore = new Map(before.hasResults ? before.ranked.map(({ player, rank }) => [player.id, rank]) : []);
  return shown.map(({ player, rank, score, tallies, values }, place) => {
    const add = (name: "met" | "due" | "excused") => tallies.reduce((sum, tally) => sum + tally[name], 0);
    return {
      member_id: player.id,
      rank,
      previous_rank: ranksBefore.get(player.id) ?? null,
      score,
      per_activity: tallies.map((tally, task) => ({
        activity_id: view.tasks[task]?.activity.id ?? "",
        value: values[task] ?? null,
        points: pointsOf(tally),
      })),
      days_met: add("met"),
      days_due: add("due") - add("excused"),
      trend: trends[place] ?? [],
    };
  });
}
