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
