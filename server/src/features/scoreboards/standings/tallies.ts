import { countDays } from "@clanhall/contract/board-periods";
import { addUp } from "@clanhall/contract/scoring";
import type { Db } from "../../../db/tables.ts";
import { cutRange, inBatches } from "./batches.ts";
import { countDue, type PlayerDue } from "./due-counts.ts";
import { loadCorrections } from "./exceptions.ts";
import { type MonthPrices, pricesOf } from "./month-prices.ts";
import { splitRange } from "./range-parts.ts";
import type { RangeView } from "./range.ts";
import { type EntrySums, sumParts } from "./sums.queries.ts";

/** What came together of one player and one activity in a range. */
export interface Tally {
  /** Entries with a value, due or not: how many, how many above nothing, and what they add up to. */
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

export interface PlayerTallies {
  /** One for each activity of the board. */
  tallies: Tally[];
  dueDays: number;
}

/** One for each player of the view. Where nobody asks for due cells, they are looked into only if missing ones cost. */
export async function loadTallies(db: Db, view: RangeView, wish: { withDue: boolean }): Promise<PlayerTallies[]> {
  const counted = countDue(view);
  const prices = pricesOf(view);
  const sums = await loadSums(db, view, prices);
  const corrections = wish.withDue || prices.size > 0 ? await loadCorrections(db, view, prices) : [];
  for (const { member, activity, met, excused, taken, costs } of corrections) {
    const own = sums[member]?.[activity];
    if (!own) continue;
    own.met -= met;
    own.excused -= excused;
    own.taken -= taken;
    own.costs += costs;
  }
  return sums.map((own, member) => ({
    tallies: own.map((sum, activity) => toTally(sum, counted[member], activity)),
    dueDays: counted[member]?.days ?? 0,
  }));
}

type Sums = Omit<EntrySums, "member" | "activity"> & { taken: number };

async function loadSums(db: Db, view: RangeView, prices: MonthPrices): Promise<Sums[][]> {
  const { clanId, players, tasks, days, today } = view;
  const sums = players.map(() => tasks.map(noSums));
  if (days.length === 0 || players.length === 0) return sums;
  const cellsOfDay = players.length * tasks.length;
  const parts = splitRange(view, today).flatMap((part) => {
    const priced = { ...part, prices: prices.get(part.month) ?? null };
    return part.days ? cutRange(part.days, cellsOfDay).map((piece) => ({ ...priced, days: piece })) : [priced];
  });
  const ids = { memberIds: players.map(({ id }) => id), activityIds: tasks.map(({ activity }) => activity.id) };
  for (const batch of inBatches(parts, ({ days: read }) => (read ? countDays(read) : 1) * cellsOfDay)) {
    for (const row of await sumParts(db, clanId, ids, batch)) addSums(sums[row.member]?.[row.activity], row);
  }
  return sums;
}

function noSums(): Sums {
  return { entered: 0, done: 0, value_sum: 0, points: 0, met: 0, excused: 0, taken: 0, costs: 0 };
}

function addSums(sums: Sums | undefined, row: EntrySums): void {
  if (!sums) return;
  sums.entered += row.entered;
  sums.done += row.done;
  sums.value_sum = addUp([sums.value_sum, row.value_sum]);
  sums.points = addUp([sums.points, row.points]);
  sums.met += row.met;
  sums.excused += row.excused;
  sums.taken += row.entered + row.excused;
  sums.costs += row.costs;
}

function toTally(sums: Sums, due: PlayerDue | undefined, activity: number): Tally {
  const { entered, done, value_sum, points, met, excused, taken, costs } = sums;
  const cells = due?.cells[activity] ?? 0;
  const missing_points = ((due?.costs[activity] ?? 0) - costs) / 100;
  return { entered, done, value_sum, points, missing_points, due: cells, met, excused, missing: cells - taken };
}
