/** Where somebody stands whose score is shared: after two seconds comes the fourth, or the third. */
export type TieRule = "standard" | "dense";
/** Whether the highest or the lowest score leads. */
export type BoardOrder = "high" | "low";

/** The rank of each score, in the order of the scores given. */
export function rankScores(scores: number[], order: BoardOrder, tieRule: TieRule): number[] {
  const sorted = scores.toSorted((a, b) => (order === "high" ? b - a : a - b));
  const ranks = new Map<number, number>();
  for (const [index, score] of sorted.entries()) {
    if (!ranks.has(score)) ranks.set(score, tieRule === "dense" ? ranks.size + 1 : index + 1);
  }
  return scores.map((score) => ranks.get(score) ?? scores.length);
}

/** Points under a weight, to the cent; half a cent goes away from zero. */
export function weigh(points: number, weight: number): number {
  const amount = Math.round((Math.round(Math.abs(points) * 100) * Math.round(weight * 100)) / 100) / 100;
  return amount === 0 ? 0 : Math.sign(points) * amount;
}

const podiumSteps = 3;

/** A step of the podium: one player's, or shared by more players than there are steps left. */
type PodiumRank<Row> = { rank: number; players: 1; row: Row } | { rank: number; players: number; row: null };

/** The first three of rows sorted by rank. Whoever is level is shown alike: nobody is left off by the alphabet. */
export function podiumRanks<Row extends { rank: number }>(rows: Row[]): PodiumRank<Row>[] {
  const ranks: PodiumRank<Row>[] = [];
  for (let next = 0; next < rows.length && ranks.length < podiumSteps;) {
    const rank = rows[next]?.rank ?? 0;
    const level = rows.slice(next, endOfTie(rows, next));
    if (level.length > podiumSteps - ranks.length) return [...ranks, { rank, players: level.length, row: null }];
    ranks.push(...level.map((row) => ({ rank, players: 1 as const, row })));
    next += level.length;
  }
  return ranks;
}

function endOfTie(rows: { rank: number }[], first: number): number {
  const end = rows.findIndex(({ rank }, index) => index > first && rank !== rows[first]?.rank);
  return end === -1 ? rows.length : end;
}
