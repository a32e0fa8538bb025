import { rateOf } from "@clanhall/contract/cells";
import type { HistorySum } from "@clanhall/contract/entry-history";
import { addUp, type Aggregate } from "@clanhall/contract/scoring";
import type { EntrySums } from "./sums.queries.ts";

/** What comes together in one sum: entries as the database added them up, and the due cells of all. */
export interface Tally extends Omit<EntrySums, "row" | "column"> {
  cells: number;
  /** What the due cells cost when every one is missing, in hundredths. */
  costs: number;
}

export function emptyTally(): Tally {
  return {
    cells: 0,
    costs: 0,
    entered: 0,
    due: 0,
    met: 0,
    partly: 0,
    excused: 0,
    points: 0,
    taken: 0,
    taken_costs: 0,
    value_sum: null,
    best: null,
    days_done: 0,
    latest: null,
  };
}

export function addDue(tally: Tally, cells: number, costs: number): void {
  tally.cells += cells;
  tally.costs += costs;
}

export function addEntries(tally: Tally, sums: EntrySums): void {
  tally.entered += sums.entered;
  tally.due += sums.due;
  tally.met += sums.met;
  tally.partly += sums.partly;
  tally.excused += sums.excused;
  tally.points = addUp([tally.points, sums.points]);
  tally.taken += sums.taken;
  tally.taken_costs += sums.taken_costs;
  tally.days_done += sums.days_done;
  tally.value_sum = sums.value_sum === null ? tally.value_sum : addUp([tally.value_sum ?? 0, sums.value_sum]);
  tally.best = highest(tally.best, sums.best);
  tally.latest = highest(tally.latest, sums.latest);
}

/** The sum that people read. Without an aggregate, activities of different kinds came together and have no one value. */
export function toSum(tally: Tally, withMissing: boolean, aggregate: Aggregate | null): HistorySum {
  const { entered, met, partly, excused } = tally;
  const missing = withMissing ? tally.cells - tally.taken : 0;
  const missingPoints = withMissing ? (tally.costs - tally.taken_costs) / 100 : 0;
  const due = tally.due + missing;
  return {
    value: aggregate === null || entered === 0 ? null : valueOf(tally, aggregate),
    points: addUp([tally.points, missingPoints]),
    due,
    met,
    partly,
    missed: due - met - partly - excused,
    missing,
    excused,
    entered,
    rate: rateOf({ met, due, excused }),
  };
}

function valueOf({ value_sum, best, days_done, latest }: Tally, aggregate: Aggregate): number | null {
  const values = { sum: value_sum, best, days_done, latest: latest === null ? null : ((latest % 1e12) - 1e11) / 100 };
  return values[aggregate];
}

function highest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
