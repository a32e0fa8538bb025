import { type BoardPeriod, type DayRange, rangeLabel, rangeOf } from "@clanhall/contract/rules/periods";
import type { Grace } from "@clanhall/contract/rules/cells";
import { addDays, countDays, daysOf } from "@clanhall/contract/rules/clan-day";
import { memberDays, type PerDay, type TaskDays, taskDays } from "@clanhall/contract/rules/due-days";
import type { PresentMember } from "../../../clan/roster.ts";
import type { StandingsContext, WeightedActivity } from "./context.ts";

/** A board's days, and for weeks and months the first day that no stored result has yet. */
interface RunningPeriod {
  period: BoardPeriod;
  running_from: string | null;
}

/**
 * The days that count on a board today. When the clan has moved the start of its week, the first week is a shorter one:
 * it begins after the last that was stored, so that no day counts in two.
 */
export function currentRange({ period, running_from }: RunningPeriod, today: string, weekStart: number): DayRange {
  const { from, to } = rangeOf(period, today, weekStart);
  const isCut = running_from !== null && running_from > from && running_from <= today;
  return { from: isCut ? running_from : from, to };
}

/** The days of a range up to today, and what was due from whom on them. */
export interface RangeView extends DayRange {
  clanId: string;
  today: string;
  /** Empty before the range begins. */
  days: string[];
  members: PresentMember[];
  /** For each member, a 1 for each day on which something can be due from them. */
  presence: PerDay[];
  activities: WeightedActivity[];
  /** For each activity, a 1 for each day on which it is scheduled, and what a missing cell costs then. */
  schedules: TaskDays[];
}

export function viewRange(
  context: Pick<StandingsContext, "clanId" | "today" | "grace" | "activities">,
  members: PresentMember[],
  range: DayRange,
): RangeView {
  const { clanId, today, grace, activities } = context;
  const to = range.to < today ? range.to : today;
  const days = daysOf({ from: range.from, to });
  return {
    clanId,
    today,
    from: range.from,
    to,
    days,
    members,
    presence: presenceOf(members, grace, days, today),
    activities,
    schedules: activities.map(({ activity }) => taskDays(activity, days, today)),
  };
}

/** Most came together and are never away, so that the same days are worked out once. */
function presenceOf(members: PresentMember[], grace: Grace, days: string[], today: string): PerDay[] {
  const known = new Map<string, PerDay>();
  return members.map(({ spans, away }) => {
    const key = [...spans, ...away].map(({ starts_on, ends_on }) => `${starts_on} ${ends_on}`).join() + spans.length;
    const own = known.get(key) ?? memberDays({ spans, away }, grace, days, today);
    known.set(key, own);
    return own;
  });
}

/** The activities as queries take them: with a 1 for each day on which they are scheduled. */
export function toScheduled({ from, activities, schedules }: Pick<RangeView, "from" | "activities" | "schedules">) {
  return {
    since: from,
    activities: activities.map(({ activity, weight }, index) => ({
      id: activity.id,
      weight,
      due: schedules[index]?.counts.join("") ?? "",
    })),
  };
}

/** The view of some of its days. */
export function cutView(view: RangeView, { from, to }: DayRange): RangeView {
  const [first, end] = [view.days.indexOf(from), view.days.indexOf(to) + 1];
  const cut = new Map([...new Set(view.presence)].map((days) => [days, days.slice(first, end)]));
  return {
    ...view,
    from,
    to,
    days: view.days.slice(first, end),
    presence: view.presence.map((days) => cut.get(days) ?? days),
    schedules: view.schedules.map(({ counts, costs }) => ({
      counts: counts.slice(first, end),
      costs: costs.slice(first, end),
    })),
  };
}

/** The view of some of its members. */
export function pickMembers(view: RangeView, indexes: number[]): RangeView {
  return {
    ...view,
    members: indexes.flatMap((index) => view.members[index] ?? []),
    presence: indexes.flatMap((index) => view.presence[index] ?? []),
  };
}

/** What was due from a member, whatever they entered. */
export interface MemberDue {
  /** Due cells of each activity, and what they cost when every one is missing, in hundredths. */
  cells: number[];
  costs: number[];
  /** Days on which at least one of the activities was due. */
  days: number;
}

/** Most members are there all the time, so that members with the same days are counted once. */
export function countDue({ presence, schedules, days }: RangeView): MemberDue[] {
  const isAnyDue = days.map((_, dayIndex) => schedules.some(({ counts }) => counts[dayIndex] === 1));
  const counted = new Map<PerDay, MemberDue>();
  return presence.map((present) => {
    const known = counted.get(present);
    if (known) return known;
    const own = [...present.keys()].filter((dayIndex) => present[dayIndex] === 1);
    const due = {
      cells: schedules.map(({ counts }) => own.reduce((sum, dayIndex) => sum + (counts[dayIndex] ?? 0), 0)),
      costs: schedules.map(({ costs }) => own.reduce((sum, dayIndex) => sum + (costs[dayIndex] ?? 0), 0)),
      days: own.filter((dayIndex) => isAnyDue[dayIndex]).length,
    };
    counted.set(present, due);
    return due;
  });
}

/** How many of the activities are scheduled on each day. */
export function countScheduled({ days, schedules }: RangeView): number[] {
  return days.map((_, dayIndex) => schedules.filter(({ counts }) => counts[dayIndex] === 1).length);
}

/**
 * What a missing cell of a month costs, in hundredths, for each of the activities, so that the month's sums say what its
 * entered cells would have cost. Days with another price are corrected one by one.
 */
export type MonthPrices = Map<string, number[]>;

export function pricesOf({ days, schedules }: RangeView): MonthPrices {
  const prices: MonthPrices = new Map();
  const isFree = schedules.every(({ costs }) => costs.every((cost) => cost === 0));
  if (isFree) return prices;
  for (const [month, own] of Map.groupBy(days.keys(), (dayIndex) => monthOf(days[dayIndex] ?? ""))) {
    prices.set(
      month,
      schedules.map(({ counts, costs }) => costs[own.find((dayIndex) => counts[dayIndex] === 1) ?? -1] ?? 0),
    );
  }
  return prices;
}

/** The first day of the month that a day is in. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The months that a range touches, each with its last day. */
export function listMonths({ from, to }: DayRange): { month: string; last: string }[] {
  const months: { month: string; last: string }[] = [];
  for (let month = monthOf(from); month <= to;) {
    const next = monthOf(addDays(month, 31));
    months.push({ month, last: addDays(next, -1) });
    month = next;
  }
  return months;
}

/** A month of a range: its sums are taken, or some of its days are read to be added or subtracted. */
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
    const pastDays = past.reduce((sum, days) => sum + Math.max(0, countDays(days)), 0);
    if (pastDays >= countDays(inside)) return [{ month, days: inside, sign: 1 }];
    return [{ month, days: null, sign: 1 }, ...outside.map((days) => ({ month, days, sign: -1 as const }))];
  });
}

export function withLabel(range: DayRange) {
  return { from: range.from, to: range.to, label: rangeLabel(range) };
}

/** Cells that one statement adds up, well within its time limit. */
const cellsAtOnce = 500_000;

/** Groups for one statement each. */
export function inBatches<Item>(items: Item[], cellsOf: (item: Item) => number): Item[][] {
  const batches: Item[][] = [];
  let room = 0;
  for (const item of items) {
    if (room < cellsOf(item)) {
      batches.push([]);
      room = cellsAtOnce;
    }
    batches.at(-1)?.push(item);
    room -= cellsOf(item);
  }
  return batches;
}

/** A range in pieces that are small enough for a statement, the latest first. */
export function cutRange({ from, to }: DayRange, cellsOfDay: number): DayRange[] {
  const length = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, cellsOfDay)));
  const count = Math.max(0, Math.ceil(countDays({ from, to }) / length));
  return Array.from({ length: count }, (_, index) => {
    const last = addDays(to, -index * length);
    const first = addDays(last, 1 - length);
    return { from: first > from ? first : from, to: last };
  });
}
