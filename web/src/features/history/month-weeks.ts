import { addDays, weekdayOf } from "@clanhall/contract/clan-day";
import { daysIn, type Range } from "./history-range.ts";

export interface Month {
  /** Such as `2026-03`. */
  key: string;
  /** How many weekdays stand empty before the first day. */
  offset: number;
  days: string[];
}

/** The days of a range as the months of a calendar, each cut where the range begins or ends. */
export function monthsOf(range: Range, weekStart: number): Month[] {
  const days = Array.from({ length: daysIn(range) }, (_, passed) => addDays(range.from, passed));
  const keys = [...new Set(days.map((day) => day.slice(0, 7)))];
  return keys.map((key) => {
    const within = days.filter((day) => day.startsWith(key));
    return { key, days: within, offset: (weekdayOf(within[0] ?? `${key}-01`) - weekStart + 7) % 7 };
  });
}
