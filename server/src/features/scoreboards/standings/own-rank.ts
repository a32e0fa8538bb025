import type { DayRange } from "@clanhall/contract/rules/periods";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { BoardHead, StandingBoard } from "@clanhall/contract/my-standing";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";
import type { RankedBoard } from "./compute.ts";
import { inSnapshot, loadStandingsContext } from "./context.ts";
import { type RankedMember, rankRanges, shownIn, toRanks } from "./rank.ts";
import { countDue, pickMembers } from "./range.ts";

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

interface RanksAsked {
  today: string;
  memberId: string;
  /** Also below the ranks that the board shows. */
  belowTop: boolean;
}

/** Where one member stands on a board and stood before, and among how many; without a rank for who is not on it. */
export function computeRank(
  db: Db,
  board: ScoreboardRow,
  ranges: { current: DayRange; before: DayRange },
  { today, memberId, belowTop }: RanksAsked,
) {
  return inSnapshot(db, async (tx) => {
    const context = await loadStandingsContext(tx, board, today);
    const ranked = await rankRanges(tx, [
      { context, range: ranges.current, wanted: "ranks" },
      { context, range: ranges.before, wanted: "ranks" },
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
      before: { rank: rowBefore?.rank ?? null, players: before.length },
    };
  });
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
