import type { rescoreActivity } from "@clanhall/contract/activities";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { addUp } from "@clanhall/contract/scoring";

type RankChange = AnswerOf<typeof rescoreActivity>["ranks"][number];

/** The ten players whose rank moves most when some gain points and others lose them. */
export function findRankChanges(
  players: { id: string; name: string; points: number }[],
  gains: Map<string, number>,
): RankChange[] {
  const rows = players.map(({ id, name, points }) => ({
    member_id: id,
    name,
    points_before: points,
    points_after: addUp([points, gains.get(id) ?? 0]),
  }));
  const rankBefore = createRanks(rows.map((row) => row.points_before));
  const rankAfter = createRanks(rows.map((row) => row.points_after));
  return rows
    .map((row) => ({ ...row, rank_before: rankBefore(row.points_before), rank_after: rankAfter(row.points_after) }))
    .filter((row) => row.rank_before !== row.rank_after)
    .toSorted((a, b) => moveOf(b) - moveOf(a) || a.rank_after - b.rank_after)
    .slice(0, 10);
}

function moveOf({ rank_before, rank_after }: RankChange): number {
  return Math.abs(rank_after - rank_before);
}

/** Equal points share a rank, and the next one is as far down as if they did not: 1, 2, 2, 4. */
function createRanks(points: number[]): (points: number) => number {
  const ranks = new Map<number, number>();
  for (const [place, amount] of points.toSorted((a, b) => b - a).entries()) {
    if (!ranks.has(amount)) ranks.set(amount, place + 1);
  }
  return (amount) => ranks.get(amount) ?? points.length;
}
