import { countDays, type DayRange } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";

/** A month of a range: its sums are taken, or some of its days are read to be added or taken away. */
export interface RangePart {
  /** The first day of the month. */
  month: string;
  /** Null for the sums of the whole month. */
  days: DayRange | null;
  sign: 1 | -1;
}

/**
 * A range as sums of whole months and as few single days as possible: most of a month is the whole month without the
 * days outside of the range. Days after today are as good as empty.
 */
export function splitRange({ from, to }: DayRange, today: string): RangePart[] {
  return listMonths({ from, to }).flatMap(({ month, last }): RangePart[] => {
    const inside = { from: from > month ? from : month, to: to < last ? to : last };
    const outside = [
      { from: month, to: addDays(inside.from, -1) },
      { from: addDays(inside.to, 1), to: last },
    ].filter((days) => days.from <= days.to);
    const past = outside.map((days) => ({ from: days.from, to: days.to < today ? days.to : today }));
    const passed = past.reduce((sum, days) => sum + Math.max(0, countDays(days)), 0);
    if (passed >= countDays(inside)) return [{ month, days: inside, sign: 1 }];
    return [{ month, days: null, sign: 1 }, ...outside.map((days) => ({ month, days, sign: -1 as const }))];
  });
}

/** The months that a range touches, each with its last day. */
export function listMonths({ from, to }: DayRange): { month: string; last: string }[] {
  const months: { month: string; last: string }[] = [];
  for (let month = `${from.slice(0, 7)}-01`; month <= to;) {
    const next = `${addDays(month, 31).slice(0, 7)}-01`;
    months.push({ month, last: addDays(next, -1) });
    month = next;
  }
  return months;
}
