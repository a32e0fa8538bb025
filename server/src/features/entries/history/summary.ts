import { rateOf, wasOnRoster } from "@clanhall/contract/rules/cells";
import type { HistoryKey, HistorySum } from "@clanhall/contract/entry-history";
import { addUp, type Aggregate } from "@clanhall/contract/rules/scoring";
import type { ClanActor } from "../../../access/actor.ts";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import { eachInTurns } from "../../../http/in-turns.ts";
import { type Axis, axisOf, countDue, type HistoryContext, loadHistoryContext } from "./context.ts";
import { type EntrySums, sumEntries } from "./queries.ts";

/** Cells that one answer may have. */
const tableMax = 100_000;

interface Keys {
  rows?: HistoryKey | undefined;
  columns?: HistoryKey | undefined;
}

/** Sums by row, by column and by both. Without a key, everything is in one item. */
export async function loadSummary(db: Db, context: HistoryContext, keys: Keys) {
  const [rows, columns] = [axisOf(context, keys.rows), axisOf(context, keys.columns)];
  if (rows.items.length * columns.items.length > tableMax) {
    throw invalidField("columns", "This table is too large. Choose fewer days, or weeks or months instead of days.");
  }
  const hasActivity = rows.sumKey === "activity" || columns.sumKey === "activity";
  const withValues = hasActivity || context.activities.length === 1;
  const table = await loadSumTable(db, context, { rows, columns, withValues });
  const withMissing = context.mayHaveMissing && (context.wanted.states?.includes("missing") ?? true);
  const sumOf = (totals: Totals | undefined, row: number | null, column: number | null) =>
    toSum(totals ?? emptyTotals(), withMissing, aggregateOf(context, { rows, row, columns, column }));

  const shownRows = shownOf(context, rows, (row) => sumOf(table.rows[row], row, null));
  const shownColumns = shownOf(context, columns, (column) => sumOf(table.columns[column], null, column));
  const cells: (HistorySum & { row: number; column: number })[] = [];
  await eachInTurns(table.cells.entries(), ([at, totals]) => {
    if (!totals) return;
    const [row, column] = [Math.floor(at / table.width), at % table.width];
    const sum = sumOf(totals, row, column);
    if (!isSomething(sum)) return;
    cells.push({ ...sum, row: shownRows.indexes.get(row) ?? 0, column: shownColumns.indexes.get(column) ?? 0 });
  });
  return {
    rows: shownRows.items,
    columns: shownColumns.items,
    cells,
    totals: sumOf(table.totals, null, null),
    members: context.members.filter((member) => wasOnRoster(member, context.from, context.to)).length,
  };
}

export interface SumRange {
  from: string;
  to: string;
}

/** What a range comes to for each active player whose values the caller may see. */
export async function loadMemberSums(db: Db, actor: ClanActor, { from, to }: SumRange, now: Date) {
  const context = await loadHistoryContext(db, actor, { from, to, include_former: "false" }, now);
  const members = new Map(context.members.map((member) => [member.id, member]));
  const { rows } = await loadSummary(db, context, { rows: "member" });
  return rows.flatMap(({ key, sum }) => {
    const member = members.get(key);
    return member ? [{ member_id: member.id, name: member.name, tint: member.tint, sum }] : [];
  });
}

/** What each day of a long range comes to for one player, former ones too. */
export async function loadDaysOfMember(
  db: Db,
  actor: ClanActor,
  { memberId, from, to }: SumRange & { memberId: string },
  now: Date,
) {
  const filter = { from, to, member_id: [memberId], include_former: "true" as const };
  const context = await loadHistoryContext(db, actor, filter, now, Infinity);
  const { rows } = await loadSummary(db, context, { rows: "day" });
  return rows.map(({ key, sum }) => ({ day: key, sum }));
}

interface CellPosition {
  rows: Axis;
  row: number | null;
  columns: Axis;
  column: number | null;
}

/** How values are added up, if they are all of one activity. */
function aggregateOf({ activities }: HistoryContext, { rows, row, columns, column }: CellPosition): Aggregate | null {
  if (activities.length === 1) return activities[0]?.aggregate ?? null;
  if (rows.sumKey === "activity" && row !== null) return activities[row]?.aggregate ?? null;
  if (columns.sumKey === "activity" && column !== null) return activities[column]?.aggregate ?? null;
  return null;
}

/** All days and periods, the members who were on the roster, and whatever has due cells or entries. */
function shownOf(context: HistoryContext, { sumKey, items }: Axis, sumAt: (index: number) => HistorySum) {
  const indexes = new Map<number, number>();
  const shown: { key: string; label: string; sum: HistorySum }[] = [];
  items.forEach((item, index) => {
    const sum = sumAt(index);
    const member = sumKey === "member" ? context.members[index] : undefined;
    const isShown =
      Array.isArray(sumKey) || (member && wasOnRoster(member, context.from, context.to)) || isSomething(sum);
    if (isShown) indexes.set(index, shown.push({ ...item, sum }) - 1);
  });
  return { items: shown, indexes };
}

function isSomething({ due, entered }: HistorySum): boolean {
  return due > 0 || entered > 0;
}

/** How many cells one statement adds up, well within its time limit. */
const cellsAtOnce = 300_000;

/** Totals by row, by column and by both, without empty ones. */
interface SumTable {
  width: number;
  rows: Totals[];
  columns: Totals[];
  /** By row and column, one after the other. */
  cells: Totals[];
  totals: Totals;
}

async function loadSumTable(
  db: Db,
  context: HistoryContext,
  { rows, columns, withValues }: { rows: Axis; columns: Axis; withValues: boolean },
): Promise<SumTable> {
  const width = columns.items.length;
  const table: SumTable = { width, rows: [], columns: [], cells: [], totals: emptyTotals() };
  const due = countDue(context, rows, columns);
  await eachInTurns(due.cells.entries(), ([at, cells]) => {
    if (cells === 0) return;
    for (const totals of totalsAt(table, Math.floor(at / width), at % width)) addDue(totals, cells, due.costs[at] ?? 0);
  });
  const options = { rows: rows.sumKey, columns: columns.sumKey, withValues };
  for (const part of partsOf(context)) {
    await eachInTurns(await sumEntries(db, { ...context, ...part }, options), (sums) => {
      for (const totals of totalsAt(table, sums.row, sums.column)) addEntries(totals, sums);
    });
  }
  return table;
}

function totalsAt({ width, rows, columns, cells, totals }: SumTable, row: number, column: number): Totals[] {
  return [
    totals,
    (rows[row] ??= emptyTotals()),
    (columns[column] ??= emptyTotals()),
    (cells[row * width + column] ??= emptyTotals()),
  ];
}

/** The range in parts that are small enough for one statement. */
function partsOf({ members, activities, days, to }: HistoryContext): { from: string; to: string }[] {
  const cellsOfDay = Math.max(1, members.length * activities.length);
  const length = Math.max(1, Math.floor(cellsAtOnce / cellsOfDay));
  return days.flatMap((from, index) => (index % length === 0 ? [{ from, to: days[index + length - 1] ?? to }] : []));
}

/** Entries as the database added them up, with all due cells. */
interface Totals extends Omit<EntrySums, "row" | "column"> {
  cells: number;
  /** What the due cells cost when every one is missing, in hundredths. */
  costs: number;
}

function emptyTotals(): Totals {
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

function addDue(totals: Totals, cells: number, costs: number): void {
  totals.cells += cells;
  totals.costs += costs;
}

function addEntries(totals: Totals, sums: EntrySums): void {
  totals.entered += sums.entered;
  totals.due += sums.due;
  totals.met += sums.met;
  totals.partly += sums.partly;
  totals.excused += sums.excused;
  totals.points = addUp([totals.points, sums.points]);
  totals.taken += sums.taken;
  totals.taken_costs += sums.taken_costs;
  totals.days_done += sums.days_done;
  totals.value_sum = sums.value_sum === null ? totals.value_sum : addUp([totals.value_sum ?? 0, sums.value_sum]);
  totals.best = highest(totals.best, sums.best);
  totals.latest = highest(totals.latest, sums.latest);
}

/** Without an aggregate, activities of different kinds are in one sum, which has no value then. */
function toSum(totals: Totals, withMissing: boolean, aggregate: Aggregate | null): HistorySum {
  const { entered, met, partly, excused } = totals;
  const missing = withMissing ? totals.cells - totals.taken : 0;
  const missingPoints = withMissing ? (totals.costs - totals.taken_costs) / 100 : 0;
  const due = totals.due + missing;
  return {
    value: aggregate === null || entered === 0 ? null : valueOf(totals, aggregate),
    points: addUp([totals.points, missingPoints]),
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

function valueOf({ value_sum, best, days_done, latest }: Totals, aggregate: Aggregate): number | null {
  const values = { sum: value_sum, best, days_done, latest: latest === null ? null : ((latest % 1e12) - 1e11) / 100 };
  return values[aggregate];
}

function highest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
