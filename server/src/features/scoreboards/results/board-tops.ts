import type { BoardHead } from "@clanhall/contract/my-standing";
import { type DayRange, rangeLabel, rangeOf } from "@clanhall/contract/rules/periods";
import type { Db } from "../../../db/tables.ts";
import { findMainBoards, listActiveBoards, type ScoreboardRow } from "../queries.ts";
import { computeRank, computeTop } from "../standings/compute.ts";
import { inSnapshot } from "../standings/context.ts";
import { listPeriodRanks } from "./queries.ts";
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
}

/** The first players of a clan's active boards, and how many boards are active. */
export function loadBoardTops(db: Db, clanId: string, { boards, ...query }: TopsQuery) {
  return inSnapshot(db, async (tx) => {
    const main = (await findMainBoards(tx, [clanId])).get(clanId);
    if (!main) return { count: 0, items: [] };
    const active = await listActiveBoards(tx, clanId);
    const shown = [main, ...active.filter(({ id }) => id !== main.id)].slice(0, boards);
    const items: BoardTop[] = [];
    for (const board of shown) items.push(await loadTop(tx, board, board.id === main.id, query));
    return { count: active.length, items };
  });
}

type BoardTop = Awaited<ReturnType<typeof loadTop>>;

async function loadTop(
  db: Db,
  board: ScoreboardRow,
  isMain: boolean,
  { today, weekStart, rows: mainRows, seesValues }: Omit<TopsQuery, "boards">,
) {
  const range = rangeOf(board.period, today, weekStart);
  const options = { today, count: isMain ? mainRows : 1, withChange: isMain && seesValues };
  const rows = await computeTop(db, board, range, options);
  return {
    ...(await loadBoardHead(db, board, range)),
    is_main: isMain,
    rows: rows.map(({ member, ...row }) => ({ member_id: member.id, name: member.name, tint: member.tint, ...row })),
  };
}

export async function loadBoardHead(db: Db, board: ScoreboardRow, range: DayRange): Promise<BoardHead> {
  const [activity] = board.measure === "activity" ? await listActivitiesOfScoreboard(db, board) : [];
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

/** Results that are read for the best rank somebody ever had. */
const periodsMax = 104;

interface RankQuery {
  memberId: string;
  today: string;
  weekStart: number;
}

/** Where a member stands on the main board, and stood in its earlier periods, the latest first; null without a board. */
export function loadMemberRanks(db: Db, clanId: string, { memberId, today, weekStart }: RankQuery) {
  return inSnapshot(db, async (tx) => {
    const main = (await findMainBoards(tx, [clanId])).get(clanId);
    if (!main) return null;
    const range = rangeOf(main.period, today, weekStart);
    const { before, ...current } = await computeRank(tx, main, range, { today, memberId });
    const frozen = await listPeriodRanks(tx, clanId, main.id, memberId, periodsMax);
    // The period before may have begun before there was a board.
    const earlier = frozen[0]?.from === before.from || before.players === 0 ? frozen : [before, ...frozen];
    return {
      board: { ...(await loadBoardHead(tx, main, range)), is_main: true },
      current: { ...range, ...current },
      previous_rank: before.rank,
      earlier,
    };
  });
}
