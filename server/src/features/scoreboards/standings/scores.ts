import { rangeBefore, sameStretch, type DayRange } from "@clanhall/contract/board-periods";
import { rateOf } from "@clanhall/contract/cells";
import { weigh } from "@clanhall/contract/ranks";
import { addUp } from "@clanhall/contract/scoring";
import type { Db } from "../../../db/tables.ts";
import type { BoardScene, Task } from "./context.ts";
import { type RangeView, viewRange } from "./range.ts";
import { loadStreaks } from "./streaks.ts";
import { loadTallies, type PlayerTallies, type Tally } from "./tallies.ts";

/** For each player of the view, what the board measures; null where there is nothing to measure. */
export async function loadScores(
  db: Db,
  scene: BoardScene,
  { view, range, counted, values }: Measured,
): Promise<(number | null)[]> {
  const { measure } = scene.board;
  if (measure === "activity") return values.map(([value]) => value ?? null);
  if (measure === "streak") return loadStreaks(db, view);
  if (measure === "consistency") return counted.map(({ tallies }) => rateOfAll(tallies));
  const points = counted.map(({ tallies }) => weighPoints(scene.tasks, tallies));
  if (measure === "points") return points;
  const before = await loadTallies(db, viewRange(scene, view.players, stretchBefore(scene, range)), { withDue: false });
  return before.map(({ tallies }, place) => addUp([points[place] ?? 0, -weighPoints(scene.tasks, tallies)]));
}

interface Measured {
  view: RangeView;
  range: DayRange;
  counted: PlayerTallies[];
  values: (number | null)[][];
}

/** What an improvement is measured against: as much of the period before as there is of this one. */
export function stretchBefore({ board, today }: Pick<BoardScene, "board" | "today">, range: DayRange): DayRange {
  return sameStretch(range, rangeBefore(board.period, range), today);
}

/** Points of all activities, each under its weight. */
export function weighPoints(tasks: Task[], tallies: Pick<Tally, "points" | "missing_points">[]): number {
  return addUp(tallies.map((tally, place) => weigh(pointsOf(tally), tasks[place]?.weight ?? 0)));
}

export function pointsOf({ points, missing_points }: Pick<Tally, "points" | "missing_points">): number {
  return addUp([points, missing_points]);
}

export function rateOfAll(tallies: Pick<Tally, "met" | "due" | "excused">[]): number | null {
  const add = (name: "met" | "due" | "excused") => tallies.reduce((sum, tally) => sum + tally[name], 0);
  return rateOf({ met: add("met"), due: add("due"), excused: add("excused") });
}
