import type { DayRange } from "@clanhall/contract/rules/periods";
import { giveAwards } from "@clanhall/contract/rules/awards";
import { ruleOn } from "@clanhall/contract/rules/scoring";
import type { PresentMember } from "../../../clan/roster.ts";
import type { BoardResult, SeasonHonours } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";
import { type BoardClan, inSnapshot, loadStandingsContext, toStandingsContext } from "./context.ts";
import { loadRangeBefore, loadRangesBefore } from "./period-before.ts";
import { countDue, countScheduled, pickMembers, type RangeView } from "./range.ts";
import { type RankedRange, rankRanges, shownIn, toRanks } from "./rank.ts";
import { pointsOf, type Totals } from "./scores.ts";
import { loadBestStreaks, loadTrends } from "./streaks.ts";

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
      { context, range: await loadRangeBefore(tx, board, range), wanted: "ranks" },
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
    const compared = boards.filter(({ withBefore }) => withBefore);
    const rangesBefore = (await loadRangesBefore(tx, compared)).values();
    const asks = boards.flatMap(({ board, range, today, withBefore, clan }) => {
      const context = toStandingsContext(board, today, clan);
      const ranges = withBefore ? [range, nextOf(rangesBefore)] : [range];
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
      { context, range: await loadRangeBefore(tx, board, range), wanted: "ranks" },
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
