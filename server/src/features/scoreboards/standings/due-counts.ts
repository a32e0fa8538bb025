import type { RangeView } from "./range.ts";

/** What was asked of a player, without a look at entries. */
export interface PlayerDue {
  /** Due cells of each activity, and what they cost when every one is missing, in hundredths. */
  cells: number[];
  costs: number[];
  /** Days on which at least one of the activities was due. */
  days: number;
}

/** Most players are there all the time, so that whoever has the same days is counted once. */
export function countDue({ playerDays, tasksDays, days }: RangeView): PlayerDue[] {
  const isAnyDue = days.map((_, passed) => tasksDays.some(({ counts }) => counts[passed] === 1));
  const counted = new Map<string, PlayerDue>();
  return playerDays.map((present) => {
    const key = present.join("");
    const known = counted.get(key);
    if (known) return known;
    const own = [...present.keys()].filter((passed) => present[passed] === 1);
    const due = {
      cells: tasksDays.map(({ counts }) => own.reduce((sum, passed) => sum + (counts[passed] ?? 0), 0)),
      costs: tasksDays.map(({ costs }) => own.reduce((sum, passed) => sum + (costs[passed] ?? 0), 0)),
      days: own.filter((passed) => isAnyDue[passed]).length,
    };
    counted.set(key, due);
    return due;
  });
}

/** How many of the activities are scheduled on each day. */
export function countScheduled({ days, tasksDays }: RangeView): number[] {
  return days.map((_, passed) => tasksDays.filter(({ counts }) => counts[passed] === 1).length);
}
