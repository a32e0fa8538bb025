/** What is usual for each cell, by its key. */
export type Means = ReadonlyMap<string, number>;

const times = 5;
const atLeast = 10;

/** What is unusual about a value, as a question; null when nothing is. */
export function findUnusual(mean: number | undefined, value: number): string | null {
  if (mean === undefined || value <= mean * times || value - mean < atLeast) return null;
  const usual = Number(mean.toFixed(mean < 10 ? 1 : 0)).toLocaleString("en-GB");
  return `Far above the usual ${usual}. Is ${value.toLocaleString("en-GB")} right?`;
}
