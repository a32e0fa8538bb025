import type { DayRange } from "@clanhall/contract/board-periods";
import { rankScores } from "@clanhall/contract/ranks";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { type BoardScene, playersIn } from "./context.ts";
import { type RangeView, viewRange } from "./range.ts";
import { loadScores } from "./scores.ts";
import { loadTallies, type Tally } from "./tallies.ts";
import { loadValues } from "./values.ts";

interface RankedPlayer {
  player: PresentMember;
  /** In the view. */
  place: number;
  rank: number;
  score: number;
  tallies: Tally[];
  values: (number | null)[];
}

export interface RankedRange {
  view: RangeView;
  hasResults: boolean;
  leftOut: number;
  /** By rank, then by name. */
  ranked: RankedPlayer[];
}

/** Everybody's rank in a range. Of an earlier one the ranks alone are wanted. */
export async function rankRange(
  db: Db,
  scene: BoardScene,
  range: DayRange,
  { ranksAlone }: { ranksAlone: boolean },
): Promise<RankedRange> {
  const { board, tasks } = scene;
  const view = viewRange(scene, tasks.length === 0 ? [] : playersIn(scene, range), range);
  const counted = await loadTallies(db, view, { withDue: !ranksAlone || board.measure === "consistency" });
  const withEnds = board.measure === "activity" || (!ranksAlone && mayShowValues(board));
  const values = await loadValues(db, view, counted, { withEnds });
  const scores = await loadScores(db, scene, { view, range, counted, values });
  const scored = view.players.flatMap((player, place) => {
    const { tallies, dueDays } = counted[place] ?? { tallies: [], dueDays: 0 };
    const score = dueDays < board.min_due_days ? null : (scores[place] ?? null);
    return score === null ? [] : [{ player, place, score, tallies, values: values[place] ?? [] }];
  });
  const ranks = rankScores(
    scored.map(({ score }) => score),
    board.sort_order,
    board.ties,
  );
  return {
    view,
    hasResults: counted.some(({ tallies }) => tallies.some(({ entered }) => entered > 0)),
    leftOut: view.players.length - scored.length,
    ranked: scored.map((row, index) => ({ ...row, rank: ranks[index] ?? 0 })).toSorted((a, b) => a.rank - b.rank),
  };
}

/** Results of weeks and months are kept, and may be looked at with other columns later. */
function mayShowValues({ columns, period }: BoardRow): boolean {
  return columns.includes("activities") || period.kind === "weekly" || period.kind === "monthly";
}
