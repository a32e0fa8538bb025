import { setImmediate as nextTurn } from "node:timers/promises";
import { isOnRoster } from "@clanhall/contract/cells";
import type { HistoryKey, HistorySum } from "@clanhall/contract/entry-history";
import type { Aggregate } from "@clanhall/contract/scoring";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import type { HistoryView } from "./context.ts";
import { type Axis, axisOf } from "./history-axis.ts";
import { loadSumTable } from "./sum-table.ts";
import { emptyTally, type Tally, toSum } from "./tally.ts";

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
  // A year of a large clan takes long to add up and long to write down: others come in between.
  await nextTurn();
  const withMissing = view.mayHaveMissing && (view.wanted.states?.includes("missing") ?? true);
  const sumOf = (tally: Tally | undefined, row: number | null, column: number | null) =>
    toSum(tally ?? emptyTally(), withMissing, aggregateOf(view, { rows, row, columns, column }));

  const shownRows = shownOf(view, rows, (row) => sumOf(table.rows[row], row, null));
  const shownColumns = shownOf(view, columns, (column) => sumOf(table.columns[column], null, column));
  const cells: (HistorySum & { row: number; column: number })[] = [];
  table.cells.forEach((tally, at) => {
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
