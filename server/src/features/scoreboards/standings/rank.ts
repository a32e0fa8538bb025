import { rateOfAll } from "@clanhall/contract/rules/cells";
import type { DayRange } from "@clanhall/contract/rules/periods";
import { rankScores } from "@clanhall/contract/rules/ranks";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";
import { loadRangesBefore } from "./period-before.ts";
import { membersIn, type StandingsContext } from "./context.ts";
import type { WantedSums } from "./queries.ts";
import { type RangeView, viewRange } from "./range.ts";
import {
  loadAllTotals,
  loadTotals,
  loadValues,
  type MemberTotals,
  toStretchBefore,
  type Totals,
  weighPoints,
} from "./scores.ts";
import { loadStreaks } from "./streaks.ts";

export interface RankedMember {
  member: PresentMember;
  /** In the view. */
  memberIndex: number;
  rank: number;
  score: number;
  totals: Totals[];
  values: (number | null)[];
}

export interface RankedRange {
  view: RangeView;
  hasResults: boolean;
  leftOut: number;
  /** By rank, then by name. */
  ranked: RankedMember[];
}

interface RangeAsk {
  context: StandingsContext;
  range: DayRange;
  /** Of an earlier range only the ranks; rows have what was met and due; or what each activity came to as well. */
  wanted: "ranks" | "rows" | "activities";
}

/** Everyone's rank in each of several ranges, also of several boards: what they are computed from is read at once. */
export async function rankRanges<Asks extends RangeAsk[]>(
  db: Db,
  asks: readonly [...Asks],
): Promise<{ [Index in keyof Asks]: RankedRange }> {
  const before = await loadStretchesBefore(db, asks);
  const viewed = asks.map(({ context, range, wanted }, index) => {
    const sums = toWantedSums(context.board, wanted);
    return {
      context,
      stretchBefore: before.get(index) ?? null,
      sums,
      view: viewRange(context, context.activities.length === 0 ? [] : membersIn(context, range), range),
      withDue: wanted !== "ranks" || sums === "outcome",
      mayCombine: sums !== "values",
    };
  });
  const counted = await loadAllTotals(db, viewed);
  const ranked: RankedRange[] = [];
  for (const [index, ask] of viewed.entries()) ranked.push(await rankRange(db, ask, counted[index] ?? []));
  return ranked as { [Index in keyof Asks]: RankedRange };
}

/** By the index of the range. */
async function loadStretchesBefore(db: Db, asks: readonly RangeAsk[]): Promise<Map<number, DayRange>> {
  const improved = asks.flatMap(({ context, range }, index) =>
    context.board.measure === "improvement" ? [{ index, context, board: context.board, range }] : [],
  );
  const before = await loadRangesBefore(db, improved);
  return new Map(
    improved.map(({ index, context, range }, n) => [index, toStretchBefore(context, range, before[n] ?? range)]),
  );
}

function toWantedSums({ measure }: ScoreboardRow, wanted: RangeAsk["wanted"]): WantedSums {
  if (wanted === "activities" || measure === "activity") return "values";
  return wanted === "rows" || measure === "consistency" ? "outcome" : "points";
}

interface ViewedRange {
  context: StandingsContext;
  view: RangeView;
  sums: WantedSums;
  /** What an improvement is measured against; null for all other measures. */
  stretchBefore: DayRange | null;
}

async function rankRange(
  db: Db,
  { context, stretchBefore, sums, view }: ViewedRange,
  counted: MemberTotals[],
): Promise<RankedRange> {
  const { board } = context;
  const values = sums === "values" ? await loadValues(db, view, counted) : [];
  const scores = await loadScores(db, context, { view, stretchBefore, counted, values });
  const scored = view.members.flatMap((member, memberIndex) => {
    const { totals, dueDays } = counted[memberIndex] ?? { totals: [], dueDays: 0 };
    const score = dueDays < board.min_due_days ? null : (scores[memberIndex] ?? null);
    return score === null ? [] : [{ member, memberIndex, score, totals, values: values[memberIndex] ?? [] }];
  });
  const ranks = rankScores(
    scored.map(({ score }) => score),
    board.sort_order,
    board.ties,
  );
  return {
    view,
    hasResults: counted.some(({ totals }) => totals.some(({ entered }) => entered > 0)),
    leftOut: view.members.length - scored.length,
    ranked: scored.map((row, index) => ({ ...row, rank: ranks[index] ?? 0 })).toSorted((a, b) => a.rank - b.rank),
  };
}

interface Measured extends Pick<ViewedRange, "view" | "stretchBefore"> {
  counted: MemberTotals[];
  values: (number | null)[][];
}

/** For each member of the view, what the board measures; null where there is nothing to measure. */
async function loadScores(
  db: Db,
  context: StandingsContext,
  { view, stretchBefore, counted, values }: Measured,
): Promise<(number | null)[]> {
  const { measure } = context.board;
  if (measure === "activity") return values.map(([value]) => value ?? null);
  if (measure === "streak") return loadStreaks(db, view);
  if (measure === "consistency") return counted.map(({ totals }) => rateOfAll(totals));
  const points = counted.map(({ totals }) => weighPoints(context.activities, totals));
  if (!stretchBefore) return points;
  const viewBefore = viewRange(context, view.members, stretchBefore);
  const before = await loadTotals(db, viewBefore, { withDue: false, sums: "points", mayCombine: true });
  return before.map(({ totals }, index) => addUp([points[index] ?? 0, -weighPoints(context.activities, totals)]));
}

/** The rows that a board shows; without results nobody stood anywhere. */
export function shownIn({ top_n }: ScoreboardRow, { hasResults, ranked }: RankedRange): RankedMember[] {
  return hasResults ? ranked.filter(({ rank }) => top_n === null || rank <= top_n) : [];
}

/** Without results nobody stood anywhere. */
export function toRanks(range: RankedRange | null): Map<string, number> {
  return new Map(range?.hasResults ? range.ranked.map(({ member, rank }) => [member.id, rank]) : []);
}
