import { countDays, type DayRange, rangeBefore, sameStretch } from "@clanhall/contract/rules/periods";
import { rateOf } from "@clanhall/contract/rules/cells";
import { weigh } from "@clanhall/contract/rules/ranks";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { Db } from "../../../db/tables.ts";
import type { StandingsContext, WeightedActivity } from "./context.ts";
import {
  type ActivityRun,
  type Correction,
  type EntrySums,
  listValueEnds,
  type MemberRun,
  sumActivityRuns,
  sumMemberRuns,
  sumParts,
  type ValueEnds,
} from "./queries.ts";
import {
  countDue,
  cutRange,
  inBatches,
  type MemberDue,
  monthOf,
  type MonthPrices,
  pricesOf,
  type RangeView,
  splitRange,
  toScheduled,
} from "./range.ts";

/** The totals of one member and one activity in a range. */
export interface Totals {
  /** Entries with a value, due or not: how many, how many above 0, and their sum. */
  entered: number;
  done: number;
  value_sum: number;
  /** Of the entries, and of the missing cells. */
  points: number;
  missing_points: number;
  /** Due cells, and what became of them. */
  due: number;
  met: number;
  excused: number;
  missing: number;
}

export interface MemberTotals {
  /** One for each activity of the board. */
  totals: Totals[];
  dueDays: number;
}

interface TotalsQuery {
  /** Without it, entries on cells that were not due are read only if missing cells cost. */
  withDue: boolean;
  /** For ranks by points: values and what was met are not added up. */
  pointsOnly?: boolean;
}

/** One for each member of the view. */
export async function loadTotals(
  db: Db,
  view: RangeView,
  { withDue, pointsOnly = false }: TotalsQuery,
): Promise<MemberTotals[]> {
  const counted = countDue(view);
  const prices = pricesOf(view);
  const sums = await loadSums(db, view, prices, pointsOnly);
  const corrections = withDue || prices.size > 0 ? await loadUnscheduledEntries(db, view, prices) : [];
  for (const { member_index, activity_index, met, excused, filled, costs } of corrections) {
    const own = sums[member_index]?.[activity_index];
    if (!own) continue;
    own.met -= met;
    own.excused -= excused;
    own.filled -= filled;
    own.costs += costs;
  }
  return sums.map((own, memberIndex) => ({
    totals: own.map((sum, activityIndex) => toTotals(sum, counted[memberIndex], activityIndex)),
    dueDays: counted[memberIndex]?.days ?? 0,
  }));
}

type Sums = Omit<EntrySums, "member_index" | "activity_index"> & { filled: number };

async function loadSums(db: Db, view: RangeView, prices: MonthPrices, pointsOnly: boolean): Promise<Sums[][]> {
  const { clanId, members, activities, days, today } = view;
  const sums = members.map(() => activities.map(noSums));
  if (days.length === 0 || members.length === 0) return sums;
  const cellsOfDay = members.length * activities.length;
  const parts = splitRange(view, today).flatMap((part) => {
    const priced = { ...part, prices: prices.get(part.month) ?? null };
    return part.days ? cutRange(part.days, cellsOfDay).map((piece) => ({ ...priced, days: piece })) : [priced];
  });
  const ids = { memberIds: members.map(({ id }) => id), activityIds: activities.map(({ activity }) => activity.id) };
  for (const batch of inBatches(parts, ({ days: read }) => (read ? countDays(read) : 1) * cellsOfDay)) {
    for (const row of await sumParts(db, clanId, ids, batch, { pointsOnly }))
      addSums(sums[row.member_index]?.[row.activity_index], row);
  }
  return sums;
}

function noSums(): Sums {
  return { entered: 0, done: 0, value_sum: 0, points: 0, met: 0, excused: 0, filled: 0, costs: 0 };
}

function addSums(sums: Sums | undefined, row: EntrySums): void {
  if (!sums) return;
  sums.entered += row.entered;
  sums.done += row.done;
  sums.value_sum = addUp([sums.value_sum, row.value_sum]);
  sums.points = addUp([sums.points, row.points]);
  sums.met += row.met;
  sums.excused += row.excused;
  sums.filled += row.entered + row.excused;
  sums.costs += row.costs;
}

function toTotals(sums: Sums, due: MemberDue | undefined, activityIndex: number): Totals {
  const { entered, done, value_sum, points, met, excused, filled, costs } = sums;
  const cells = due?.cells[activityIndex] ?? 0;
  const missing_points = ((due?.costs[activityIndex] ?? 0) - costs) / 100;
  return { entered, done, value_sum, points, missing_points, due: cells, met, excused, missing: cells - filled };
}

/** What month sums do not show: entries on cells that were not due, and days with another price than their month. */
async function loadUnscheduledEntries(db: Db, view: RangeView, prices: MonthPrices): Promise<Correction[]> {
  const { clanId, members, activities, schedules } = view;
  const memberIds = members.map(({ id }) => id);
  const found: Correction[] = [];
  for (const runs of inBatches(listActivityRuns(view, prices), (run) => countDays(run) * members.length)) {
    found.push(...(await sumActivityRuns(db, clanId, memberIds, runs)));
  }
  const scheduled = { ...toScheduled(view), costs: schedules.flatMap(({ costs }) => [...costs]) };
  for (const runs of inBatches(listMemberRuns(view), (run) => countDays(run) * activities.length)) {
    found.push(...(await sumMemberRuns(db, clanId, scheduled, runs)));
  }
  return found;
}

function listActivityRuns({ days, activities, schedules }: RangeView, prices: MonthPrices): ActivityRun[] {
  return activities.flatMap(({ activity }, index) => {
    const schedule = schedules[index];
    const differs = days.map((day, dayIndex) => {
      const isOff = schedule?.counts[dayIndex] !== 1;
      const cost = (schedule?.costs[dayIndex] ?? 0) - (prices.get(monthOf(day))?.[index] ?? 0);
      return isOff || cost !== 0 ? { isOff, cost } : null;
    });
    return runsOf(days, differs, (one, other) => one.isOff === other.isOff && one.cost === other.cost).map((run) => ({
      id: activity.id,
      index,
      ...run,
    }));
  });
}

function listMemberRuns({ days, members, presence }: RangeView): MemberRun[] {
  return members.flatMap(({ id }, index) => {
    const isOff = days.map((_, dayIndex) => (presence[index]?.[dayIndex] === 1 ? null : {}));
    return runsOf(days, isOff, () => true).map((run) => ({ id, index, ...run }));
  });
}

/** Days in a row with equal marks. */
function runsOf<Mark extends object>(
  days: string[],
  marks: (Mark | null)[],
  areEqual: (one: Mark, other: Mark) => boolean,
): (Mark & DayRange)[] {
  const runs: (Mark & DayRange)[] = [];
  let open: (Mark & DayRange) | null = null;
  days.forEach((day, dayIndex) => {
    const mark = marks[dayIndex] ?? null;
    if (mark && open && areEqual(mark, open)) open.to = day;
    else {
      open = mark && { ...mark, from: day, to: day };
      if (open) runs.push(open);
    }
  });
  return runs;
}

/**
 * For each member and activity, the values of the range as one; null without any. The highest and the latest are in no
 * month sums, so all entries of their activities are read, but only with `withEnds`.
 */
export async function loadValues(
  db: Db,
  view: RangeView,
  counted: MemberTotals[],
  { withEnds }: { withEnds: boolean },
): Promise<(number | null)[][]> {
  const ends = withEnds ? await loadEnds(db, view) : new Map<string, ValueEnds>();
  return view.members.map((member, memberIndex) =>
    view.activities.map(({ activity }, activityIndex) => {
      const totals = counted[memberIndex]?.totals[activityIndex];
      if (!totals || totals.entered === 0) return null;
      return valuesOf(totals, ends.get(`${member.id} ${activity.id}`))[activity.aggregate];
    }),
  );
}

function valuesOf({ value_sum, done }: Totals, ends: ValueEnds | undefined) {
  return { sum: value_sum, days_done: done, best: ends?.best ?? null, latest: ends?.latest ?? null };
}

/** By member and activity. */
async function loadEnds(db: Db, view: RangeView): Promise<Map<string, ValueEnds>> {
  const found = new Map<string, ValueEnds>();
  const read = view.activities.filter(
    ({ activity }) => activity.aggregate === "best" || activity.aggregate === "latest",
  );
  if (read.length === 0 || view.members.length === 0) return found;
  const ids = {
    memberIds: view.members.map(({ id }) => id),
    activityIds: read.map(({ activity }) => activity.id),
  };
  for (const piece of cutRange(view, view.members.length * read.length)) {
    for (const row of await listValueEnds(db, view.clanId, { ...piece, ...ids })) {
      const key = `${ids.memberIds[row.member_index]} ${ids.activityIds[row.activity_index]}`;
      const later = found.get(key);
      found.set(key, later ? { ...later, best: Math.max(later.best, row.best) } : row);
    }
  }
  return found;
}

/** What an improvement is measured against: as many days of the period before as this one has so far. */
export function stretchBefore({ board, today }: Pick<StandingsContext, "board" | "today">, range: DayRange): DayRange {
  return sameStretch(range, rangeBefore(board.period, range), today);
}

/** Points of all activities, each times its weight. */
export function weighPoints(
  activities: WeightedActivity[],
  totals: Pick<Totals, "points" | "missing_points">[],
): number {
  return addUp(totals.map((own, index) => weigh(pointsOf(own), activities[index]?.weight ?? 0)));
}

export function pointsOf({ points, missing_points }: Pick<Totals, "points" | "missing_points">): number {
  return addUp([points, missing_points]);
}

export function rateOfAll(totals: Pick<Totals, "met" | "due" | "excused">[]): number | null {
  const add = (name: "met" | "due" | "excused") => totals.reduce((sum, own) => sum + own[name], 0);
  return rateOf({ met: add("met"), due: add("due"), excused: add("excused") });
}
