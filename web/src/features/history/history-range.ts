import { addDays, startOfWeek } from "@clanhall/contract/clan-day";

/** Clan dates, both ends within. */
export interface Range {
  from: string;
  to: string;
}

/** What the days of a range are counted from. */
export interface Calendar {
  /** The clan's date now. */
  today: string;
  /** Monday is 1, Sunday 7. */
  weekStart: number;
}

export const rangeNames = {
  today: "Today",
  yesterday: "Yesterday",
  last_7: "Last 7 days",
  last_14: "Last 14 days",
  last_30: "Last 30 days",
  last_90: "Last 90 days",
  this_week: "This week",
  last_week: "Last week",
  this_month: "This month",
  last_month: "Last month",
  this_year: "This year",
  custom: "Custom",
};
export type RangeName = keyof typeof rangeNames;

export const defaultRange = "last_30";

/** Ranges go up to today: of what is still to come there is nothing to tell. */
export function namedRange(name: Exclude<RangeName, "custom">, { today, weekStart }: Calendar): Range {
  const week = startOfWeek(today, weekStart);
  const month = `${today.slice(0, 7)}-01`;
  const monthBefore = addDays(month, -1);
  const lastDays = (count: number) => ({ from: addDays(today, 1 - count), to: today });
  const ranges = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last_7: lastDays(7),
    last_14: lastDays(14),
    last_30: lastDays(30),
    last_90: lastDays(90),
    this_week: { from: week, to: today },
    last_week: { from: addDays(week, -7), to: addDays(week, -1) },
    this_month: { from: month, to: today },
    last_month: { from: `${monthBefore.slice(0, 7)}-01`, to: monthBefore },
    this_year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
  return ranges[name];
}

export function daysIn({ from, to }: Range): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
}

export type Period = "day" | "week" | "month";

/** Short enough to be read, long enough to fit. */
export function defaultPeriod(range: Range): Period {
  const days = daysIn(range);
  if (days <= 31) return "day";
  return days <= 180 ? "week" : "month";
}

/** The days that a period has in the range it was cut from. */
export function periodRange(period: Period, key: string, within: Range): Range {
  const from = period === "month" ? `${key}-01` : key;
  const ends = { day: from, week: addDays(from, 6), month: addDays(nextMonth(from), -1) };
  const to = ends[period];
  return { from: from < within.from ? within.from : from, to: to > within.to ? within.to : to };
}

function nextMonth(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}

/** Why a range of one's own cannot be looked at, in a sentence. */
export function rangeProblem({ from, to }: Range, daysMax: number): string | null {
  if (from > to) return "The range ends before it begins.";
  return daysIn({ from, to }) > daysMax ? `Choose at most ${daysMax} days.` : null;
}
