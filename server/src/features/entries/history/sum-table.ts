import type { Db } from "../../../db/tables.ts";
import type { HistoryView } from "./context.ts";
import { countDue } from "./due-counts.ts";
import type { Axis } from "./history-axis.ts";
import { sumEntries } from "./sums.queries.ts";
import { addDue, addEntries, emptyTally, type Tally } from "./tally.ts";

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

export async function loadSumTable(
  db: Db,
  view: HistoryView,
  { rows, columns, withValues }: { rows: Axis; columns: Axis; withValues: boolean },
): Promise<SumTable> {
  const width = columns.items.length;
  const table: SumTable = { width, rows: [], columns: [], cells: [], totals: emptyTally() };
  const due = countDue(view, rows, columns);
  due.cells.forEach((cells, at) => {
    if (cells === 0) return;
    for (const tally of talliesAt(table, Math.floor(at / width), at % width)) addDue(tally, cells, due.costs[at] ?? 0);
  });
  const wish = { rows: rows.sumKey, columns: columns.sumKey, withValues };
  for (const stretch of stretchesOf(view)) {
    for (const sums of await sumEntries(db, { ...view, ...stretch }, wish)) {
      for (const tally of talliesAt(table, sums.row, sums.column)) addEntries(tally, sums);
    }
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
