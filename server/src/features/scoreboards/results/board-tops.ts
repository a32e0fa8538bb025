import type { BoardHead } from "@clanhall/contract/my-standing";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { type DayRange, rangeLabel } from "@clanhall/contract/rules/periods";
import { listDayRules } from "../../../clan/calendar.ts";
import type { Db } from "../../../db/tables.ts";
import { findMainBoards, listActiveBoards, type ScoreboardRow } from "../queries.ts";
import { type RankedBoard, rankBoards, toTopRows } from "../standings/compute.ts";
import { type BoardClan, inSnapshot, loadBoardClan } from "../standings/context.ts";
import { computeRank, type OwnRank, toOwnRank } from "../standings/own-rank.ts";
import { loadRangeBefore } from "../standings/period-before.ts";
import { currentRange } from "../standings/range.ts";
import { getClanOfResult, listPeriodRanks } from "./queries.ts";
import { listActivitiesOfScoreboard } from "./standings.ts";

interface TopsQuery {
  today: string;
  weekStart: number;
  /** Boards to read: the main board first, then the newest. */
  boards: number;
  /** Rows of the main board; of the others only the first. */
  rows: number;
  /** Who may not see the values of others does not learn where they stood before. */
  seesValues: boolean;
  /** Whose own rank on the main board is wanted too. */
  memberId: string | null;
}

/** The first players of a clan's active boards, how many boards are active, and one's own rank on the main board. */
export function loadBoardTops(db: Db, clanId: string, { boards, rows, seesValues, memberId, ...days }: TopsQuery) {
  return inSnapshot(db, async (tx) => {
    const main = (await findMainBoards(tx, [clanId])).get(clanId);
    if (!main) return { count: 0, items: [], own: null };
    const active = await listActiveBoards(tx, clanId);
    const others = active.filter(({ id }) => id !== main.id).slice(0, boards - 1);
    const clan = await loadBoardClan(tx, clanId);
    const withBefore = seesValues || memberId !== null;
    const [first, ...rest] = await loadRanked(tx, [
      { board: main, ...days, withBefore, clan },
      ...others.map((board) => ({ board, ...days, withBefore: false, clan })),
    ]);
    if (!first) return { count: 0, items: [], own: null };
    const { head, ranked } = first;
    const items = [
      toTop(head, seesValues ? ranked : { ...ranked, before: null }, rows, true),
      ...rest.map((other) => toTop(other.head, other.ranked, 1, false)),
    ];
    return { count: active.length, items, own: memberId === null ? null : { ...head, ...toOwnRank(ranked, memberId) } };
  });
}

interface BoardDay {
  board: ScoreboardRow;
  today: string;
  weekStart: number;
  withBefore: boolean;
  clan: BoardClan;
}

/** Boards of today with everyone's rank on them. */
export async function loadRanked(db: Db, boards: BoardDay[]) {
  const dated = boards.map(({ weekStart, ...ask }) => {
    return { ...ask, range: currentRange(ask.board, ask.today, weekStart) };
  });
  const ranked = await rankBoards(db, dated);
  return ranked.map((one, index) => {
    const { range } = dated[index] ?? { range: one.current.view };
    return { head: toBoardHead(one.board, range, one.current.view.activities[0]?.activity), ranked: one };
  });
}

function toTop(head: BoardHead, ranked: RankedBoard, count: number, isMain: boolean) {
  return {
    ...head,
    is_main: isMain,
    rows: toTopRows(ranked, count).map(({ member, ...row }) => ({
      member_id: member.id,
      name: member.name,
      tint: member.tint,
      ...row,
    })),
  };
}

type NamedActivity = Pick<
  Awaited<ReturnType<typeof listActivitiesOfScoreboard>>[number],
  "name" | "unit" | "value_type" | "aggregate"
>;

/** With the first activity of the board, which some measure. */
function toBoardHead(board: ScoreboardRow, range: DayRange, first: NamedActivity | undefined): BoardHead {
  const activity = board.measure === "activity" ? first : undefined;
  const { kind } = board.period;
  return {
    id: board.id,
    title: board.title,
    measure: board.measure,
    period: {
      kind,
      days: board.period.kind === "rolling" ? board.period.days : null,
      ...range,
      label: rangeLabel(range),
    },
    // Days done are counted in days, whatever is entered on each.
    activity: activity
      ? {
          name: activity.name,
          unit: activity.unit,
          value_type: activity.aggregate === "days_done" ? ("yes_no" as const) : activity.value_type,
        }
      : null,
  };
}

/** A player's rank on an active board as it is now, whether the board shows it or not. */
export function loadOwnRank(db: Db, board: ScoreboardRow, memberId: string, now: Date): Promise<OwnRank> {
  return inSnapshot(db, async (tx) => {
    const today = toClanDate(await listDayRules(tx, board.clan_id), now);
    const { week_start } = await getClanOfResult(tx, board.clan_id);
    const clan = await loadBoardClan(tx, board.clan_id);
    const range = currentRange(board, today, week_start);
    const [ranked] = await rankBoards(tx, [{ board, range, today, withBefore: false, clan }]);
    if (!ranked) throw new Error("a board was not ranked");
    return toOwnRank(ranked, memberId);
  });
}

/** Results that are read for the best rank somebody ever had. */
const periodsMax = 104;

interface RankQuery {
  memberId: string;
  today: string;
  weekStart: number;
  /** Whether the member's rank is wanted also where the board does not show it. */
  belowTop: boolean;
}

/** Where a member stands on the main board, and stood in its earlier periods, the latest first; null without a board. */
export function loadMemberRanks(db: Db, clanId: string, { memberId, today, weekStart, belowTop }: RankQuery) {
  return inSnapshot(db, async (tx) => {
    const main = (await findMainBoards(tx, [clanId])).get(clanId);
    if (!main) return null;
    const range = currentRange(main, today, weekStart);
    const stored = await listPeriodRanks(tx, clanId, main.id, memberId, periodsMax);
    const rangeBefore = await loadRangeBefore(tx, main, range);
    const ranges = { current: range, before: rangeBefore };
    const { before, ...current } = await computeRank(tx, main, ranges, { today, memberId, belowTop });
    const frozen = stored.map((period) => ({ ...period, is_frozen: true }));
    // The period before may have begun before there was a board.
    const isStored = stored.some(({ from, to }) => from === rangeBefore.from && to === rangeBefore.to);
    const isKnown = isStored || before.players === 0;
    const earlier = isKnown ? frozen : [{ ...rangeBefore, ...before, is_frozen: false }, ...frozen];
    const [first] = await listActivitiesOfScoreboard(tx, main);
    return {
      board: { ...toBoardHead(main, range, first), is_main: true },
      current: { ...range, ...current, is_frozen: false },
      previous_rank: before.rank,
      earlier,
    };
  });
}
