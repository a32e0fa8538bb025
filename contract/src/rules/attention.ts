import { rateOf } from "./cells.ts";

/** A complete day of a player. */
export interface PlayerDay {
  due: number;
  excused: number;
  met: number;
  partly: number;
  /** Values that were entered, due or not. */
  entered: number;
}

export const dayMarks = ["met", "partly", "missed", "missing", "excused", "away", "not_due"] as const;
export type DayMark = (typeof dayMarks)[number];

interface Rules {
  rate: { on: boolean; percent: number; days: number; due: number };
  missed: { on: boolean; days: number };
  silent: { on: boolean; days: number };
}

/** What a day was for a player; a day on which they were away is none of theirs. */
export function markOf({ due, excused, met, partly, entered }: PlayerDay, isAway: boolean): DayMark {
  if (isAway) return "away";
  if (due === 0) return "not_due";
  if (due === excused) return "excused";
  if (met >= due - excused) return "met";
  if (met > 0 || partly > 0) return "partly";
  return entered === 0 ? "missing" : "missed";
}

/** Why a player needs attention: all rules that apply, over complete days of which the last is the latest. */
export function findReasons(rules: Rules, days: PlayerDay[]) {
  const found: { rule: "rate" | "missed" | "silent"; found: number; days: number }[] = [];
  const counted = sumOf(days.slice(-rules.rate.days));
  const rate = rateOf(counted);
  if (rules.rate.on && rate !== null && counted.due - counted.excused >= rules.rate.due && rate < rules.rate.percent) {
    found.push({ rule: "rate", found: rate, days: rules.rate.days });
  }
  const missed = countBack(days, ({ met }) => met === 0);
  if (rules.missed.on && missed >= rules.missed.days) found.push({ rule: "missed", found: missed, days: missed });
  const silent = countBack(days, ({ entered }) => entered === 0);
  if (rules.silent.on && silent >= rules.silent.days) found.push({ rule: "silent", found: silent, days: silent });
  return found;
}

export function sumOf(days: PlayerDay[]): PlayerDay {
  const sum = { due: 0, excused: 0, met: 0, partly: 0, entered: 0 };
  for (const day of days) {
    sum.due += day.due;
    sum.excused += day.excused;
    sum.met += day.met;
    sum.partly += day.partly;
    sum.entered += day.entered;
  }
  return sum;
}

/** So many of the latest days in a row. Days with nothing due, and excused ones, neither count nor break it. */
function countBack(days: PlayerDay[], counts: (day: PlayerDay) => boolean): number {
  let count = 0;
  for (const day of days.toReversed()) {
    if (day.due - day.excused <= 0) continue;
    if (!counts(day)) break;
    count += 1;
  }
  return count;
}
