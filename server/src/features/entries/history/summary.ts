import { isOnRoster, rateOf } from "@clanhall/contract/cells";
import type { HistoryKey, HistorySum } from "@clanhall/contract/entry-history";
import { addUp, type Aggregate } from "@clanhall/contract/scoring";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import { eachInTurns } from "../../../http/in-turns.ts";
import { type Axis, axisOf, countDue, type HistoryView } from "./context.ts";
import { type EntrySums, sumEntries } from "./queries.ts";

/** Cells that one answer may have. */
const tableMax = 100_000;

interface Keys {
  rows?: HistoryKey | undefined;
  columns?: HistoryKey | undefined;
}

/** Sums of what is looked at in rows, columns and where they meet. Without a key, everything is in one. */
export async function loadSummary(db: Db, view: HistoryView, keys: Keys) {
  const [rows, columns] = [axisOf(view, keys.rows), axisOf(view, keys.columns)];
  if (rows.items.length * columns.items.length > tableMax) {
    throw invalidField("columns", "This table is too large. Choose fewer days, or weeks or months instead of days.");
  }
  const hasActivity = rows.sumKey === "activity" || columns.sumKey === "activity";
  const withValues = hasActivity || view.tasks.length === 1;
  const table = await loadSumTable(db, view, { rows, columns, withValues });
  const withMissing = view.mayHaveMissing && (view.wanted.states?.includes("missing") ?? true);
  const sumOf = (tally: Tally | undefined, row: number | null, column: number | null) =>
    toSum(tally ?? emptyTally(), withMissing, aggregateOf(view, { rows, row, columns, column }));

  const shownRows = shownOf(view, rows, (row) => sumOf(table.rows[row], row, null));
  const shownColumns = shownOf(view, columns, (column) => sumOf(table.columns[column], null, column));
  const cells: (HistorySum & { row: number; column: number })[] = [];
  await eachInTurns(table.cells.entries(), ([at, tally]) => {
    if (!tally) return;
    const [row, column] = [Math.floor(at / table.width), at % table.width];
    const sum = sumOf(tally, row, column);
    if (!isSomething(sum)) return;
    cells.push({ ...sum, row: shownRows.places.get(row) ?? 0, column: shownColumns.places.get(column) ?? 0 });
  });
  return {
    rows: shownRows.items,
    columns: shownColumns.items,
    cells,
    totals: sumOf(table.totals, null, null),
    members: view.players.filter((player) => wasPresent(view, player)).length,
  };
}

interface Place {
  rows: Axis;
  row: number | null;
  columns: Axis;
  column: number | null;
}

/** How values read as one, where they are all of one activity. */
function aggregateOf({ tasks }: HistoryView, { rows, row, columns, column }: Place): Aggregate | null {
  if (tasks.length === 1) return tasks[0]?.aggregate ?? null;
  if (rows.sumKey === "activity" && row !== null) return tasks[row]?.aggregate ?? null;
  if (columns.sumKey === "activity" && column !== null) return tasks[column]?.aggregate ?? null;
  return null;
}

/** All days and periods, the players who were there, the activities that were asked for; and whoever has entries. */
function shownOf(view: HistoryView, { sumKey, items }: Axis, sumAt: (place: number) => HistorySum) {
  const places = new Map<number, number>();
  const shown: { key: string; label: string; sum: HistorySum }[] = [];
  items.forEach((item, place) => {
    const sum = sumAt(place);
    const player = sumKey === "member" ? view.players[place] : undefined;
    const isShown = Array.isArray(sumKey) || (player && wasPresent(view, player)) || isSomething(sum);
    if (isShown) places.set(place, shown.push({ ...item, sum }) - 1);
  });
  return { items: shown, places };
}

function isSomething({ due, entered }: HistorySum): boolean {
  return due > 0 || entered > 0;
}

function wasPresent({ from, to }: HistoryView, { spans }: PresentMember): boolean {
  const begins = spans.some(({ starts_on }) => from <= starts_on && starts_on <= to);
  return begins || isOnRoster({ spans }, from);
}

/** Cells that one statement adds up, well within the time that a statement has. */
const cellsAtOnce = 300_000;

/** What comes together in each row, each column, and where they meet; only where there is something. */
interface SumTable {
  width: number;
  rows: Tally[];
  columns: Tally[];
  /** By row and column, one after the other. */
  cells: Tally[];
  totals: Tally;
}

async function loadSumTable(
  db: Db,
  view: HistoryView,
  { rows, columns, withValues }: { rows: Axis; columns: Axis; withValues: boolean },
): Promise<SumTable> {
  const width = columns.items.length;
  const table: SumTable = { width, rows: [], columns: [], cells: [], totals: emptyTally() };
  const due = countDue(view, rows, columns);
  await eachInTurns(due.cells.entries(), ([at, cells]) => {
    if (cells === 0) return;
    for (const tally of talliesAt(table, Math.floor(at / width), at % width)) addDue(tally, cells, due.costs[at] ?? 0);
  });
  const options = { rows: rows.sumKey, columns: columns.sumKey, withValues };
  for (const stretch of stretchesOf(view)) {
    await eachInTurns(await sumEntries(db, { ...view, ...stretch }, options), (sums) => {
      for (const tally of talliesAt(table, sums.row, sums.column)) addEntries(tally, sums);
    });
  }
  return table;
}

function talliesAt({ width, rows, columns, cells, totals }: SumTable, row: number, column: number): Tally[] {
  return [
    totals,
    (rows[row] ??= emptyTally()),
    (columns[column] ??= emptyTally()),
    (cells[row * width + column] ??= emptyTally()),
  ];
}

/** The range in parts that are small enough, however large the clan is. */
function stretchesOf({ players, tasks, days, to }: HistoryView): { from: string; to: string }[] {
  const cellsOfDay = Math.max(1, players.length * tasks.length);
  const length = Math.max(1, Math.floor(cellsAtOnce / cellsOfDay));
  return days.flatMap((from, passed) => (passed % length === 0 ? [{ from, to: days[passed + length - 1] ?? to }] : []));
}

/** What comes together in one sum: entries as the database added them up, and the due cells of all. */
interface Tally extends Omit<EntrySums, "row" | "column"> {
  cells: number;
  /** What the due cells cost when every one is missing, in hundredths. */
  costs: number;
}

function emptyTally(): Tally {
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

function addDue(tally: Tally, cells: number, costs: number): void {
  tally.cells += cells;
  tally.costs += costs;
}

function addEntries(tally: Tally, sums: EntrySums): void {
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
function toSum(tally: Tally, withMissing: boolean, aggregate: Aggregate | null): HistorySum {
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
