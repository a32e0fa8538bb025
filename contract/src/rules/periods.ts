import { addDays, countDays, startOfWeek } from "./clan-day.ts";

export const periodKinds = ["fixed", "rolling", "weekly", "monthly"] as const;
/** Days that a rolling period may have. */
export const rollingDays = [7, 14, 30, 90] as const;
/** Days that a fixed period may span. */
export const fixedDaysMax = 366;

/** Which clan dates a board counts. */
export type BoardPeriod =
  | { kind: "fixed"; from: string; to: string }
  | { kind: "rolling"; days: number }
  | { kind: "weekly" }
  | { kind: "monthly" };

/** Clan dates, both ends within. */
export interface DayRange {
  from: string;
  to: string;
}

/** The days that count on a clan date. A rolling period ends with it; a week or month is the one it is in. */
export function rangeOf(period: BoardPeriod, today: string, weekStart: number): DayRange {
  if (period.kind === "fixed") return { from: period.from, to: period.to };
  if (period.kind === "rolling") return { from: addDays(today, 1 - period.days), to: today };
  if (period.kind === "monthly") return monthOf(today);
  const from = startOfWeek(today, weekStart);
  return { from, to: addDays(from, 6) };
}

/** The period before: the month before a month, else as many days right before the first. */
export function rangeBefore(period: BoardPeriod, { from, to }: DayRange): DayRange {
  if (period.kind === "monthly") return monthOf(addDays(from, -1));
  return { from: addDays(from, -countDays({ from, to })), to: addDays(from, -1) };
}

/**
 * As much of an earlier range as there is of a running one today, so that the two can be compared. A whole month is held
 * against all of the one before, however long.
 */
export function sameStretch(period: BoardPeriod, range: DayRange, earlier: DayRange, today: string): DayRange {
  const isOver = today >= range.to;
  if (isOver && period.kind === "monthly") return earlier;
  const daysSoFar = countDays({ from: range.from, to: isOver ? range.to : today });
  const to = addDays(earlier.from, Math.max(daysSoFar, 1) - 1);
  return { from: earlier.from, to: to < earlier.to ? to : earlier.to };
}

function monthOf(date: string): DayRange {
  const from = `${date.slice(0, 7)}-01`;
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  return { from, to: addDays(next, -1) };
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "1 – 30 Nov 2026", "28 Dec 2026 – 3 Jan 2027": as little as is needed to be clear. */
export function rangeLabel({ from, to }: DayRange): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  if (from === to) return `${last.day} ${last.month} ${last.year}`;
  const start = [
    first.day,
    ...(first.month === last.month && first.year === last.year ? [] : [first.month]),
    ...(first.year === last.year ? [] : [first.year]),
  ].join(" ");
  return `${start} – ${last.day} ${last.month} ${last.year}`;
}

function partsOf(date: string) {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month: monthNames[Number(month) - 1] ?? "", day: String(Number(day)) };
}
