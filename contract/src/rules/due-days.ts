import { dueFrom, type Grace, isScheduled, type Presence, type Schedule, whyNotDue } from "./cells.ts";
import { addDays, countDays, weekdayOf } from "./clan-day.ts";
import { ruleOn } from "./scoring.ts";

/** A number for each day of a range. */
export type PerDay = Int32Array;

/** On which days an activity is asked for, and what a missing cell of that day costs, in hundredths. */
export interface TaskDays {
  counts: PerDay;
  costs: PerDay;
}

type ScoredSchedule = Schedule & { rules: (Schedule["rules"][number] & { missing_points: number })[] };

/** 1 for each day on which something is asked of a player. Nothing is due after today. */
export function memberDays({ spans, away }: Presence, grace: Grace, days: string[], today: string): PerDay {
  const turns = [...spans, ...away].flatMap(({ starts_on, ends_on }) => [starts_on, after(ends_on)]);
  return fillDays(days, [...turns, dueFrom({ spans }, grace), after(today)], (day) =>
    day <= today && whyNotDue({ spans, away }, grace, day) === null ? 1 : 0,
  );
}

/** Of days in a row. Today's cells cost nothing yet. */
export function taskDays(schedule: ScoredSchedule, days: string[], today: string): TaskDays {
  const { start_date, end_date, pauses, rules } = schedule;
  const turns = [start_date, after(end_date), ...pauses.flatMap(({ from, to }) => [from, after(to)])];
  const counts = fillDays(days, turns, (day) => (isOpenOn(schedule, day) ? 1 : 0));
  const costs = new Int32Array(days.length);
  const firstWeekday = weekdayOf(days[0] ?? today);
  days.forEach((day, index) => {
    const { weekdays, missing_points } = ruleOn(rules, day);
    if (!weekdays.includes(((firstWeekday - 1 + index) % 7) + 1)) counts[index] = 0;
    if (counts[index] === 1 && day < today) costs[index] = Math.round(missing_points * 100);
  });
  return { counts, costs };
}

/** Why no activity is asked for on a day: there is none, none on this weekday, or none in this time; null if one is. */
export function whyNoActivity(schedules: Schedule[], day: string): "none" | "weekday" | "dates" | null {
  if (schedules.length === 0) return "none";
  if (schedules.some((schedule) => isScheduled(schedule, day))) return null;
  return schedules.some((schedule) => isOpenOn(schedule, day)) ? "weekday" : "dates";
}

/** Days in a row: asks only on the first one and on those on which the answer may turn. */
function fillDays(days: string[], turns: (string | null)[], ask: (day: string) => number): PerDay {
  const answers = new Int32Array(days.length);
  const first = days[0] ?? "";
  const offsets = turns.filter((day) => day !== null).map((day) => countDays({ from: first, to: day }) - 1);
  const asked = [0, ...offsets.filter((offset) => offset > 0 && offset < days.length)].toSorted((a, b) => a - b);
  for (const [index, offset] of asked.entries()) {
    const day = days[offset];
    if (day) answers.fill(ask(day), offset, asked[index + 1]);
  }
  return answers;
}

/** Whether the activity is asked for at that time at all, whatever the weekday. */
function isOpenOn(schedule: Schedule, day: string): boolean {
  return isScheduled({ ...schedule, rules: [{ effective_from: day, weekdays: [1, 2, 3, 4, 5, 6, 7] }] }, day);
}

function after(day: string | null): string | null {
  return day === null ? null : addDays(day, 1);
}
