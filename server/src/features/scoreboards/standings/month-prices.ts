import type { RangeView } from "./range.ts";

/**
 * What a missing cell of a month costs, in hundredths, for each of the activities, so that sums of the month tell what
 * its entered cells would have cost. Days with another price are corrected one by one.
 */
export type MonthPrices = Map<string, number[]>;

export function pricesOf({ days, tasksDays }: RangeView): MonthPrices {
  const prices: MonthPrices = new Map();
  const isFree = tasksDays.every(({ costs }) => costs.every((cost) => cost === 0));
  if (isFree) return prices;
  for (const [month, own] of Map.groupBy(days.keys(), (passed) => monthOf(days[passed] ?? ""))) {
    prices.set(
      month,
      tasksDays.map(({ counts, costs }) => costs[own.find((passed) => counts[passed] === 1) ?? -1] ?? 0),
    );
  }
  return prices;
}

/** The first day of the month that a day is in. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
