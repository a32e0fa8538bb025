import { rateOfAll } from "@clanhall/contract/rules/cells";
import { type DayRange, rangeBefore } from "@clanhall/contract/rules/periods";
import { giveAwards } from "@clanhall/contract/rules/awards";
import { rankScores } from "@clanhall/contract/rules/ranks";
import { addUp, ruleOn } from "@clanhall/contract/rules/scoring";
import type { BoardHead, StandingBoard } from "@clanhall/contract/my-standing";
import type { PresentMember } from "../../../clan/roster.ts";
import type { BoardResult, SeasonHonours } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";
import {
  type BoardClan,
  inSnapshot,
  loadStandingsContext,
  membersIn,
  type StandingsContext,
  toStandingsContext,
} from "./context.ts";
import type { WantedSums } from "./queries.ts";
import { countDue, countScheduled, pickMembers, type RangeView, viewRange } from "./range.ts";
import {
  loadAllTotals,
  loadTotals,
  loadValues,
  type MemberTotals,
  pointsOf,
  stretchBefore,
  type Totals,
  weighPoints,
} from "./scores.ts";
import { loadBestStreaks, loadStreaks, loadTrends } from "./streaks.ts";

export interface ResultOptions {
  today: string;
  now: Date;
  /** Also what each activity came to; without it, which most boards do not show, it takes half the time. */
  withActivities: boolean;
}

/** Who stands where on a board, counting these clan dates up to today. */
export function computeResult(
  db: Db,
  board: ScoreboardRow,
  range: DayRange,
  { today, now, withActivities }: ResultOptions,
): Promise<BoardResult> {
  return inSnapshot(db, async (tx) => {
    const context = await loadStandingsContext(tx, board, today);
    const [current, before] = await rankRanges(tx, [
      { context, range, wanted: withActivities ? "activities" : "rows" },
      { context, range: rangeBefore(board.period, range), wanted: "ranks" },
    ]);
    const { hasResults, leftOut } = current;
    const rows = await loadRows(tx, board, current, before);
    return { range, computed_at: now.toISOString(), has_results: hasResults, left_out: leftOut, rows };
  });
}

export interface TopRow {
  member: PresentMember;
  rank: number;
  previous_rank: number | null;
  score: number;
}

/** Everyone's rank on a board, of which several things can be read. */
export interface RankedBoard {
  board: ScoreboardRow;
  current: RankedRange;
  /** The period before, where it is asked for. */
  before: RankedRange | null;
}

/** A board and the days it is ranked on. */
interface BoardAsk {
  board: ScoreboardRow;
  range: DayRange;
  today: string;
  withBefore: boolean;
  clan: BoardClan;
}

/** Boards of one clan or of several, in as many queries as one. */
export function rankBoards(db: Db, boards: BoardAsk[]): Promise<RankedBoard[]> {
  return inSnapshot(db, async (tx) => {
    const asks = boards.flatMap(({ board, range, today, withBefore, clan }) => {
      const context = toStandingsContext(board, today, clan);
      const ranges = withBefore ? [range, rangeBefore(board.period, range)] : [range];
      return ranges.map((one) => ({ context, range: one, wanted: "ranks" as const }));
    });
    const ranked = (await rankRanges(tx, asks)).values();
    return boards.map(({ board, withBefore }) => {
      const current = nextOf(ranked);
      const before = withBefore ? nextOf(ranked) : null;
      return { board, current, before: current.hasResults ? before : null };
    });
  });
}

function nextOf<Value>(values: Iterator<Value, unknown>): Value {
  const { done, value } = values.next();
  if (done) throw new Error("fewer ranges were ranked than asked for");
  return value;
}

/** The first rows; none before the first value of the period. */
export function toTopRows({ board, current, before }: RankedBoard, count: number): TopRow[] {
  if (!current.hasResults) return [];
  const ranksBefore = toRanks(before);
  return current.ranked
    .filter(({ rank }) => board.top_n === null || rank <= board.top_n)
    .slice(0, count)
    .map(({ member, rank, score }) => ({ member, rank, previous_rank: ranksBefore.get(member.id) ?? null, score }));
}

/** The ranks that a board shows, by player. */
export function toShownRanks({ board, current }: RankedBoard): Map<string, number> {
  return new Map(shownIn(board, current).map(({ member, rank }) => [member.id, rank]));
}

/** One player on a board, with the next above; the lead is that of who is first. */
export type OwnRank = Omit<StandingBoard, keyof BoardHead>;

export function toOwnRank({ board, current, before }: RankedBoard, memberId: string): OwnRank {
  const { view, hasResults } = current;
  const memberIndex = view.members.findIndex(({ id }) => id === memberId);
  const ranked = hasResults ? current.ranked : [];
  const own = ranked.find(({ member }) => member.id === memberId);
  const dueDays = countDue(pickMembers(view, [memberIndex]))[0]?.days ?? 0;
  return {
    rank: own?.rank ?? null,
    previous_rank: own ? (toRanks(before).get(memberId) ?? null) : null,
    ranked: ranked.length,
    score: own?.score ?? null,
    above: own ? findAbove(board, ranked, own) : null,
    lead: own?.rank === 1 ? findLead(ranked, own) : null,
    unranked: own ? null : whyUnranked(board, { hasResults, isIncluded: memberIndex !== -1, dueDays }),
    due_days: dueDays,
    min_due_days: board.min_due_days,
  };
}

/**
 * Where one member stands on a board, and among how many; without a rank for who is not on it. With `belowTop` also below
 * the ranks that the board shows.
 */
export function computeRank(
  db: Db,
  board: ScoreboardRow,
  range: DayRange,
  { today, memberId, belowTop }: { today: string; memberId: string; belowTop: boolean },
) {
  return inSnapshot(db, async (tx) => {
    const context = await loadStandingsContext(tx, board, today);
    const earlier = rangeBefore(board.period, range);
    const ranked = await rankRanges(tx, [
      { context, range, wanted: "ranks" },
      { context, range: earlier, wanted: "ranks" },
    ]);
    const shownBoard = belowTop ? { ...board, top_n: null } : board;
    const [current, before] = [shownIn(shownBoard, ranked[0]), shownIn(shownBoard, ranked[1])];
    const row = current.find(({ member }) => member.id === memberId);
    const isBelow = !row && toRanks(ranked[0]).has(memberId);
    const rowBefore = before.find(({ member }) => member.id === memberId);
    return {
      rank: row?.rank ?? null,
      score: row?.score ?? null,
      below_rank: isBelow ? board.top_n : null,
      players: current.length,
      before: { ...earlier, rank: rowBefore?.rank ?? null, players: before.length },
    };
  });
}

const podiumRank = 3;

/** The podium of a season and its awards, among those whom its board ranks. */
export function computeHonours(
  db: Db,
  board: ScoreboardRow,
  range: DayRange,
  { today }: { today: string },
): Promise<SeasonHonours> {
  return inSnapshot(db, async (tx) => {
    const context = await loadStandingsContext(tx, board, today);
    const [current, before] = await rankRanges(tx, [
      { context, range, wanted: "activities" },
      { context, range: rangeBefore(board.period, range), wanted: "ranks" },
    ]);
    const { view } = current;
    const activityIds = view.activities.map(({ activity }) => activity.id);
    if (!current.hasResults) return { activity_ids: activityIds, podium: [], awards: [] };
    const [ranksBefore, dueBefore] = [toRanks(before), toDueDays(before.view)];
    const [dueDays, streaks] = [toDueDays(view), await loadBestStreaks(tx, view)];
    const players = current.ranked.map(({ member, memberIndex, rank, totals, values }) => ({
      member_id: member.id,
      rank,
      previous_rank: ranksBefore.get(member.id) ?? null,
      due_days: dueDays.get(member.id) ?? 0,
      due_days_before: dueBefore.get(member.id) ?? 0,
      ...sumTotals(totals),
      streak: streaks[memberIndex] ?? 0,
      values,
    }));
    const days = { days: countAsked(view), days_before: countAsked(before.view) };
    // To have most of what costs points is no honour.
    const costly = new Set(
      view.activities.flatMap(({ activity: { id, rules } }) => (ruleOn(rules, range.to).points_per_unit < 0 ? id : [])),
    );
    return {
      activity_ids: activityIds,
      podium: shownIn(board, current)
        .filter(({ rank }) => rank <= podiumRank)
        .map(({ member, rank, score }) => ({ member_id: member.id, rank, score })),
      awards: giveAwards(players, activityIds, days).filter(({ activity_id }) => !costly.has(activity_id ?? "")),
    };
  });
}

function toDueDays(view: RangeView): Map<string, number> {
  const counted = countDue(view);
  return new Map(view.members.map(({ id }, index) => [id, counted[index]?.days ?? 0]));
}

/** Days on which any of the activities is scheduled. */
function countAsked(view: RangeView): number {
  return countScheduled(view).filter((count) => count > 0).length;
}

function sumTotals(totals: Totals[]) {
  const add = (name: "met" | "due" | "excused") => totals.reduce((sum, own) => sum + own[name], 0);
  return { met: add("met"), due: add("due"), excused: add("excused") };
}

/** The next that the board shows. */
function findAbove({ top_n }: ScoreboardRow, ranked: RankedMember[], own: RankedMember): OwnRank["above"] {
  const next = ranked.findLast(({ rank }) => rank < own.rank && (top_n === null || rank <= top_n));
  return next ? { name: next.member.name, gap: addUp([next.score, -own.score]) } : null;
}

/** Nothing where the first place is shared. */
function findLead(ranked: RankedMember[], own: RankedMember): number | null {
  const next = ranked.find((row) => row !== own);
  return next ? Math.abs(addUp([own.score, -next.score])) : null;
}

function whyUnranked(
  { min_due_days }: ScoreboardRow,
  { hasResults, isIncluded, dueDays }: { hasResults: boolean; isIncluded: boolean; dueDays: number },
): OwnRank["unranked"] {
  if (!isIncluded) return "not_included";
  if (dueDays < min_due_days) return "due_days";
  return hasResults ? "no_score" : "no_values";
}

/** The rows that a board shows; without results nobody stood anywhere. */
function shownIn({ top_n }: ScoreboardRow, { hasResults, ranked }: RankedRange): RankedMember[] {
  return hasResults ? ranked.filter(({ rank }) => top_n === null || rank <= top_n) : [];
}

/** Without results nobody stood anywhere. */
function toRanks(range: RankedRange | null): Map<string, number> {
  return new Map(range?.hasResults ? range.ranked.map(({ member, rank }) => [member.id, rank]) : []);
}

async function loadRows(
  db: Db,
  { measure, top_n }: ScoreboardRow,
  { view, ranked }: RankedRange,
  before: RankedRange,
): Promise<BoardResult["rows"]> {
  const shown = ranked.filter(({ rank }) => top_n === null || rank <= top_n);
  const trends = await loadTrends(
    db,
    pickMembers(
      view,
      shown.map(({ memberIndex }) => memberIndex),
    ),
    measure,
  );
  const ranksBefore = toRanks(before);
  return shown.map(({ member, rank, score, totals, values }, index) => {
    const { met, due, excused } = sumTotals(totals);
    return {
      member_id: member.id,
      rank,
      previous_rank: ranksBefore.get(member.id) ?? null,
      score,
      per_activity: values.map((value, activityIndex) => ({
        activity_id: view.activities[activityIndex]?.activity.id ?? "",
        value,
        points: pointsOf(totals[activityIndex] ?? { points: 0, missing_points: 0 }),
      })),
      days_met: met,
      days_due: due - excused,
      trend: trends[index] ?? [],
    };
  });
}

interface RankedMember {
  member: PresentMember;
  /** In the view. */
  memberIndex: number;
  rank: number;
  score: number;
  totals: Totals[];
  values: (number | null)[];
}

interface RankedRange {
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
async function rankRanges<Asks extends RangeAsk[]>(
  db: Db,
  asks: readonly [...Asks],
): Promise<{ [Index in keyof Asks]: RankedRange }> {
  const viewed = asks.map(({ context, range, wanted }) => {
    const sums = toWantedSums(context.board, wanted);
    return {
      context,
      range,
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

function toWantedSums({ measure }: ScoreboardRow, wanted: RangeAsk["wanted"]): WantedSums {
  if (wanted === "activities" || measure === "activity") return "values";
  return wanted === "rows" || measure === "consistency" ? "outcome" : "points";
}

async function rankRange(
  db: Db,
  { context, range, sums, view }: Omit<RangeAsk, "wanted"> & { sums: WantedSums; view: RangeView },
  counted: MemberTotals[],
): Promise<RankedRange> {
  const { board } = context;
  const values = sums === "values" ? await loadValues(db, view, counted) : [];
  const scores = await loadScores(db, context, { view, range, counted, values });
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

interface Measured {
  view: RangeView;
  range: DayRange;
  counted: MemberTotals[];
  values: (number | null)[][];
}

/** For each member of the view, what the board measures; null where there is nothing to measure. */
async function loadScores(
  db: Db,
  context: StandingsContext,
  { view, range, counted, values }: Measured,
): Promise<(number | null)[]> {
  const { measure } = context.board;
  if (measure === "activity") return values.map(([value]) => value ?? null);
  if (measure === "streak") return loadStreaks(db, view);
  if (measure === "consistency") return counted.map(({ totals }) => rateOfAll(totals));
  const points = counted.map(({ totals }) => weighPoints(context.activities, totals));
  if (measure === "points") return points;
  const viewBefore = viewRange(context, view.members, stretchBefore(context, range));
  const before = await loadTotals(db, viewBefore, { withDue: false, sums: "points", mayCombine: true });
  return before.map(({ totals }, index) => addUp([points[index] ?? 0, -weighPoints(context.activities, totals)]));
}
