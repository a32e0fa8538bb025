import { countDays } from "@clanhall/contract/rules/clan-day";
import { type DayRange, sameStretch } from "@clanhall/contract/rules/periods";
import { weigh } from "@clanhall/contract/rules/ranks";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { Db } from "../../../db/tables.ts";
import type { StandingsContext, WeightedActivity } from "./context.ts";
import {
  type ActivityRun,
  type Correction,
  listValueEnds,
  type MemberRun,
  type MemberSums,
  sumActivityRuns,
  sumMemberRuns,
  type SumPart,
  sumParts,
  type ValueEnds,
  type WantedSums,
  wantedSums,
} from "./queries.ts";
import {
  countDue,
  cutRange,
  inBatches,
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
  /** One for each activity of the board, or one for all of them where they may come together. */
  totals: Totals[];
  dueDays: number;
}

interface TotalsQuery {
  /** Without it, entries on cells that were not due are read only if missing cells cost. */
  withDue: boolean;
  sums: WantedSums;
  /** Nobody looks at the activities apart: where all weigh 1 they come as one. */
  mayCombine?: boolean;
}

/** One for each member of the view. */
export async function loadTotals(db: Db, view: RangeView, query: TotalsQuery): Promise<MemberTotals[]> {
  const [totals = []] = await loadAllTotals(db, [{ view, ...query }]);
  return totals;
}

/** A view whose totals are asked for. */
interface TotalsAsk extends TotalsQuery {
  view: RangeView;
}

/** The totals of several views, also of several clans: what they have in common is read once. */
export async function loadAllTotals(db: Db, asks: TotalsAsk[]): Promise<MemberTotals[][]> {
  const prices = asks.map(({ view }) => pricesOf(view));
  const together = asks.map((ask, index) => !prices[index]?.size && countsTogether(ask, asks));
  const sums = await loadSums(db, asks, prices, together);
  for (const row of await loadUnscheduledEntries(db, asks, prices)) {
    const own = sums[row.ask_index]?.[row.member_index]?.[together[row.ask_index] ? 0 : row.activity_index];
    if (!own) continue;
    own.met -= row.met;
    own.excused -= row.excused;
    own.filled -= row.filled;
    own.costs += row.costs;
  }
  return asks.map(({ view }, ask) => {
    const counted = countDue(view);
    return (sums[ask] ?? []).map((own, memberIndex) => {
      const { cells = [], costs = [], days = 0 } = counted[memberIndex] ?? {};
      const due = together[ask]
        ? [{ cells: addUp(cells), costs: addUp(costs) }]
        : cells.map((count, index) => ({ cells: count, costs: costs[index] ?? 0 }));
      return { totals: own.map((sum, index) => toTotals(sum, due[index])), dueDays: days };
    });
  });
}

type Sums = Record<keyof Omit<MemberSums, "bundle" | "member_index" | "activities"> | "filled", number>;

async function loadSums(db: Db, asks: TotalsAsk[], prices: MonthPrices[], together: boolean[]): Promise<Sums[][][]> {
  const sums = asks.map(({ view }, ask) =>
    view.members.map(() => (together[ask] ? [noSums()] : view.activities.map(noSums))),
  );
  const read = asks.map(({ view }) => (view.days.length > 0 && view.members.length > 0 ? view : null));
  const members = toOrdinals(read.map((view) => view?.members.map(({ id }) => id) ?? []));
  const activities = toOrdinals(read.map((view) => view?.activities.map(({ activity }) => activity.id) ?? []));
  const { bundles, parts } = bundleParts(asks, prices, together, activities);
  const ids = { memberIds: members.ids, activityIds: activities.ids };
  for (const batch of inBatches(parts, ({ cells }) => cells)) {
    for (const row of await sumParts(db, ids, batch)) {
      for (const { ask, sign } of bundles[row.bundle] ?? []) {
        const own = sums[ask]?.[members.indexes[ask]?.[row.member_index] ?? -1];
        const indexes = together[ask] ? null : activities.indexes[ask];
        row.activities.forEach((ordinal, n) => addSums(own?.[indexes ? (indexes[ordinal] ?? -1) : 0], row, n, sign));
      }
    }
  }
  return sums;
}

/** Other boards of the same clan may count other activities, and what they have in common is read once. */
function countsTogether({ view, mayCombine = false }: TotalsAsk, asks: TotalsAsk[]): boolean {
  const { clanId, activities } = view;
  const areAlone = asks.every(({ view: other }) => other.clanId !== clanId || other.activities === activities);
  return mayCombine && areAlone && activities.every(({ weight }) => weight === 1);
}

interface Ordinals {
  /** Each once. */
  ids: string[];
  /** For each list, where an id of `ids` is in it; -1 where it is not. */
  indexes: Int32Array[];
}

function toOrdinals(lists: string[][]): Ordinals {
  const ids = [...new Set(lists.flat())];
  const ordinals = new Map(ids.map((id, ordinal) => [id, ordinal]));
  const indexes = lists.map((list) => {
    const own = new Int32Array(ids.length).fill(-1);
    list.forEach((id, index) => (own[ordinals.get(id) ?? -1] = index));
    return own;
  });
  return { ids, indexes };
}

/** What the sums of a part count for: they are added to what is asked for, or subtracted. */
interface Use {
  ask: number;
  sign: 1 | -1;
}

/** Parts that are used alike are added up by the database; one that several use is read once. */
function bundleParts(asks: TotalsAsk[], prices: MonthPrices[], together: boolean[], { indexes }: Ordinals) {
  const found = new Map<string, Omit<SumPart, "bundle" | "together"> & { uses: Use[] }>();
  asks.forEach(({ view, sums }, ask) => {
    const { clanId, members, activities, today } = view;
    if (view.days.length === 0 || members.length === 0) return;
    const cellsOfDay = members.length * activities.length;
    const priced = prices[ask]?.size ? prices[ask] : null;
    for (const { month, days, sign } of splitRange(view, today)) {
      for (const piece of days ? cutRange(days, cellsOfDay) : [null]) {
        // Prices belong to a view.
        const key = [clanId, month, piece?.from, piece?.to, priced && ask].join(" ");
        const known = found.get(key);
        const own = known ?? {
          clanId,
          month,
          days: piece,
          wanted: sums,
          prices: priced && spread(priced.get(month) ?? [], indexes[ask]),
          // Days to come are empty.
          cells: (piece ? (piece.from > today ? 0 : countDays(piece)) : 1) * cellsOfDay,
          uses: [],
        };
        own.uses.push({ ask, sign });
        if (wantedSums.indexOf(sums) > wantedSums.indexOf(own.wanted)) own.wanted = sums;
        found.set(key, own);
      }
    }
  });
  const bundles = new Map<string, { number: number; uses: Use[] }>();
  const parts = [...found.values()].map(({ uses, ...part }) => {
    const key = uses.map(({ ask, sign }) => `${ask} ${sign}`).join();
    const bundle = bundles.get(key) ?? { number: bundles.size, uses };
    bundles.set(key, bundle);
    const first = asks[uses[0]?.ask ?? -1];
    const areTogether = first && uses.every(({ ask }) => together[ask]);
    const ids = areTogether ? first.view.activities.map(({ activity }) => activity.id) : null;
    return { ...part, bundle: bundle.number, together: ids };
  });
  return { bundles: [...bundles.values()].map(({ uses }) => uses), parts };
}

/** The prices of a view's activities, by the ordinals of all. */
function spread(prices: number[], indexes: Int32Array | undefined): number[] {
  return [...(indexes ?? [])].map((index) => prices[index] ?? 0);
}

function noSums(): Sums {
  return { entered: 0, done: 0, value_sum: 0, points: 0, met: 0, excused: 0, filled: 0, costs: 0 };
}

/** The nth numbers of a row. */
function addSums(sums: Sums | undefined, row: MemberSums, n: number, sign: 1 | -1): void {
  if (!sums) return;
  const [entered = 0, excused = 0] = [row.entered[n], row.excused[n]];
  sums.entered += sign * entered;
  sums.done += sign * (row.done[n] ?? 0);
  sums.value_sum = addUp([sums.value_sum, sign * (row.value_sum[n] ?? 0)]);
  sums.points = addUp([sums.points, sign * (row.points[n] ?? 0)]);
  sums.met += sign * (row.met[n] ?? 0);
  sums.excused += sign * excused;
  sums.filled += sign * (entered + excused);
  sums.costs += sign * (row.costs[n] ?? 0);
}

function toTotals(sums: Sums, due = { cells: 0, costs: 0 }): Totals {
  const { entered, done, value_sum, points, met, excused, filled, costs } = sums;
  const { cells } = due;
  const missing_points = (due.costs - costs) / 100;
  return { entered, done, value_sum, points, missing_points, due: cells, met, excused, missing: cells - filled };
}

/** What month sums do not show: entries on cells that were not due, and days with another price than their month. */
async function loadUnscheduledEntries(db: Db, asks: TotalsAsk[], prices: MonthPrices[]): Promise<Correction[]> {
  const asked = asks.flatMap(({ view, withDue }, ask) => {
    const own = prices[ask] ?? new Map<string, number[]>();
    return withDue || own.size > 0 ? [{ ask, view, prices: own }] : [];
  });
  const found: Correction[] = [];
  const members = asked.flatMap(({ ask, view }) => view.members.map(({ id }, index) => ({ ask, id, index })));
  const ofActivities = asked.flatMap(({ ask, view, prices: own }) =>
    listActivityRuns(view, own).map((run) => ({ ...run, ask, clanId: view.clanId, members: view.members.length })),
  );
  for (const runs of inBatches(ofActivities, (run) => countDays(run) * run.members)) {
    found.push(...(await sumActivityRuns(db, members, runs)));
  }
  const ofMembers = asked.flatMap(({ ask, view }) =>
    listMemberRuns(view).map((run) => ({ ...run, ask, clanId: view.clanId, activities: view.activities.length })),
  );
  if (ofMembers.length === 0) return found;
  const schedules = asked.map(({ ask, view }) => {
    return { ask, ...toScheduled(view), costs: view.schedules.flatMap(({ costs }) => [...costs]) };
  });
  for (const runs of inBatches(ofMembers, (run) => countDays(run) * run.activities)) {
    found.push(...(await sumMemberRuns(db, schedules, runs)));
  }
  return found;
}

type RunOfView<Run> = Omit<Run, "ask" | "clanId">;

function listActivityRuns({ days, activities, schedules }: RangeView, prices: MonthPrices): RunOfView<ActivityRun>[] {
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

function listMemberRuns({ days, members, presence }: RangeView): RunOfView<MemberRun>[] {
  return members.flatMap(({ id }, index) => {
    // Most are there all the time.
    if (!presence[index]?.includes(0)) return [];
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
 * month sums, so all entries of their activities are read.
 */
export async function loadValues(db: Db, view: RangeView, counted: MemberTotals[]): Promise<(number | null)[][]> {
  const ends = await loadEnds(db, view);
  return view.members.map((member, memberIndex) =>
    view.activities.map(({ activity }, activityIndex) => {
      const totals = counted[memberIndex]?.totals[activityIndex];
      if (!totals || totals.entered === 0) return null;
      const { aggregate } = activity;
      if (aggregate === "sum") return totals.value_sum;
      if (aggregate === "days_done") return totals.done;
      return ends.get(`${member.id} ${activity.id}`)?.[aggregate] ?? null;
    }),
  );
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
export function toStretchBefore(
  { board, today }: Pick<StandingsContext, "board" | "today">,
  range: DayRange,
  before: DayRange,
): DayRange {
  return sameStretch(board.period, range, before, today);
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
