/** When a clan's day begins, from one clan date on. */
export interface DayRule {
  effective_from: string;
  /** IANA name. */
  time_zone: string;
  /** `HH:MM` on the clock of the zone, or of UTC. */
  reset_time: string;
  /** For games whose reset ignores daylight saving. */
  reset_in_utc: boolean;
}

const minute = 60_000;
const day = 86_400_000;

/**
 * The clan date of an instant: the last day whose reset has passed. The clock of the zone decides, and when it is set
 * back over the reset the first passing counts, so that a clan date never goes back.
 * Rules are sorted by `effective_from`; the first also holds for all days before it.
 */
export function toClanDate(rules: DayRule[], instant: Date): string {
  // No clock is so far ahead that a later day could have begun.
  let date = addDays(toDate(instant.getTime()), 2);
  while (startOfClanDay(rules, date) > instant) date = addDays(date, -1);
  return date;
}

/** A day whose reset falls into an hour that the clocks skip begins when they jump. */
export function startOfClanDay(rules: DayRule[], date: string): Date {
  const { time_zone, reset_time, reset_in_utc } = ruleOf(rules, date);
  const [hours = 0, minutes = 0] = reset_time.split(":").map(Number);
  const wall = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * minute;
  return new Date(reset_in_utc ? wall : firstInstantAt(wall, time_zone));
}

export function endOfClanDay(rules: DayRule[], date: string): Date {
  return startOfClanDay(rules, addDays(date, 1));
}

export function addDays(date: string, days: number): string {
  return toDate(Date.parse(`${date}T00:00:00Z`) + days * day);
}

/** How many days there are from one to the other, both of them within. */
export function countDays({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / day + 1;
}

/** Each of them; none where the range ends before it begins. */
export function daysOf(range: { from: string; to: string }): string[] {
  const start = Date.parse(range.from);
  return Array.from({ length: Math.max(0, countDays(range)) }, (_, index) => toDate(start + index * day));
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Monday is 1, Sunday 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The first day of the week that a date is in. */
export function startOfWeek(date: string, weekStart: number): string {
  return addDays(date, -((weekdayOf(date) - weekStart + 7) % 7));
}

function ruleOf(rules: DayRule[], date: string): DayRule {
  const rule = rules.findLast(({ effective_from }) => effective_from <= date) ?? rules[0];
  if (!rule) throw new Error("a clan has no rule for its day");
  return rule;
}

const knownDates = new Map<number, string>();
const mostDates = 20_000;

/** Standings ask for the same few hundred days again and again. */
function toDate(ms: number): string {
  const number = Math.floor(ms / day);
  let date = knownDates.get(number);
  if (date === undefined) {
    date = new Date(ms).toISOString().slice(0, 10);
    if (knownDates.size >= mostDates) knownDates.clear();
    knownDates.set(number, date);
  }
  return date;
}

/** Clocks are slow to read, and all clans of a zone ask for the same few days. */
const knownInstants = new Map<string, number>();
const mostKnown = 5_000;

function firstInstantAt(wall: number, timeZone: string): number {
  const key = `${wall} ${timeZone}`;
  let instant = knownInstants.get(key);
  if (instant === undefined) {
    instant = findFirstInstant(wall, timeZone);
    if (knownInstants.size >= mostKnown) knownInstants.clear();
    knownInstants.set(key, instant);
  }
  return instant;
}

/** The first instant at which the zone's clock shows this time, or the jump that skips it. */
function findFirstInstant(wall: number, timeZone: string): number {
  const offsets = [wall - day, wall + day].map((near) => wallClock(near, timeZone) - near);
  const hits = offsets.map((offset) => wall - offset).filter((instant) => wallClock(instant, timeZone) === wall);
  if (hits.length > 0) return Math.min(...hits);
  let [before, after] = [wall - Math.max(...offsets) - minute, wall - Math.min(...offsets)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClock(middle, timeZone) < wall) before = middle;
    else after = middle;
  }
  return after;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the zone's clock shows, read as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "iso8601",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    clocks.set(timeZone, clock);
  }
  const shown: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(instant)) shown[type] = Number(value);
  const { year = 0, month = 1, day: dayOfMonth = 1, hour = 0, minute: minutes = 0, second = 0 } = shown;
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, dayOfMonth, hour, minutes, second, milliseconds);
}
