import { addDays, weekdayOf } from "./clan-day.ts";
import { ruleOn } from "./scoring.ts";

/** Days on which an activity was put aside, both ends within; without an end while it is archived. */
export interface Pause {
  from: string;
  to: string | null;
}

/** What decides on which days an activity is asked for. Rules are sorted. */
export interface Schedule {
  start_date: string | null;
  end_date: string | null;
  pauses: Pause[];
  rules: { effective_from: string; weekdays: number[] }[];
}

/** When somebody is on the roster and when away, both sorted, both ends within. */
export interface Presence {
  spans: { starts_on: string; ends_on: string | null }[];
  away: { starts_on: string; ends_on: string }[];
}

export function isScheduled({ start_date, end_date, pauses, rules }: Schedule, day: string): boolean {
  if (start_date !== null && day < start_date) return false;
  if (end_date !== null && day > end_date) return false;
  if (pauses.some(({ from, to }) => from <= day && (to === null || day <= to))) return false;
  return ruleOn(rules, day).weekdays.includes(weekdayOf(day));
}

export function wasOnRoster({ spans }: Pick<Presence, "spans">, from: string, to: string): boolean {
  return spans.some(({ starts_on, ends_on }) => starts_on <= to && (ends_on === null || from <= ends_on));
}

export function isOnRoster({ spans }: Pick<Presence, "spans">, day: string): boolean {
  return wasOnRoster({ spans }, day, day);
}

/** How long nothing is due from new players, and the clan's first day; clans from before that was stored have none. */
export interface Grace {
  grace_days: number;
  first_day: string | null;
}

/**
 * From when on something is due from a player, who may come and go after. The grace begins with the first day ever, and
 * is only for those who came after the clan's own first day.
 */
export function dueFrom({ spans: [first] }: Pick<Presence, "spans">, { grace_days, first_day }: Grace): string | null {
  if (!first) return null;
  const isNew = first_day === null || first.starts_on > first_day;
  return isNew ? addDays(first.starts_on, grace_days) : first.starts_on;
}

/** Why nothing is asked of somebody on a day, or null. */
export function whyNotDue(presence: Presence, grace: Grace, day: string): "off_roster" | "grace" | "away" | null {
  if (!isOnRoster(presence, day)) return "off_roster";
  const since = dueFrom(presence, grace);
  if (since !== null && day < since) return "grace";
  return presence.away.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on) ? "away" : null;
}

export type CellState = "not_due" | "missing" | "value" | "excused";

/** What a cell is: what was entered, else whether something should have been. */
export function cellStateOf(entered: "value" | "excused" | "cleared" | null, isDue: boolean): CellState {
  if (entered === "value" || entered === "excused") return entered;
  return isDue ? "missing" : "not_due";
}

interface Counts {
  met: number;
  due: number;
  excused: number;
}

/** Share of what was due and met, in percent with one decimal; null when nothing counts. */
export function rateOf({ met, due, excused }: Counts): number | null {
  const counted = due - excused;
  return counted <= 0 ? null : Math.round((met / counted) * 1000) / 10;
}

/** Of several days or activities together. */
export function rateOfAll(counts: Counts[]): number | null {
  return rateOf(addCounts(counts));
}

export function addCounts(counts: Counts[]): Counts {
  const add = (name: keyof Counts) => counts.reduce((sum, count) => sum + count[name], 0);
  return { met: add("met"), due: add("due"), excused: add("excused") };
}

/** How a day of a member ended; null where nothing counted. */
export function dayOutcome({ due, met, excused }: Counts) {
  const counted = due - excused;
  if (due === 0 || counted <= 0) return null;
  return met >= counted ? "met" : "missed";
}

export interface Streak {
  days: number;
  from: string;
  to: string;
}

/**
 * The streak that runs, and the longest, of days that are over, the oldest first. A day on which nothing counted
 * neither counts nor ends one.
 */
export function findStreaks(days: Iterable<{ day: string; due: number; met: number; excused: number }>) {
  let current = null as Streak | null;
  let best = null as Streak | null;
  for (const { day, ...counts } of days) {
    const outcome = dayOutcome(counts);
    if (outcome === "missed") current = null;
    if (outcome !== "met") continue;
    const longer: Streak = current ? { ...current, days: current.days + 1, to: day } : { days: 1, from: day, to: day };
    if (longer.days > (best?.days ?? 0)) best = longer;
    current = longer;
  }
  return { current, best };
}

export type DayState = "open" | "late" | "locked" | "future";

/** Whether a day can be written: today is open, the days of the late window are late, older ones locked unless opened again. */
export function dayStateOf(day: string, today: string, lateDays: number, isReopened: boolean): DayState {
  if (day > today) return "future";
  if (day === today) return "open";
  return day >= addDays(today, -lateDays) || isReopened ? "late" : "locked";
}
