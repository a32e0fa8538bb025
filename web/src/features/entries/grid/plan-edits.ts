import { toInputText } from "../format.ts";
import type { CellAt, CellInput } from "../sheet/cell-store.ts";
import type { CellEdit, Sheet } from "../sheet/day-sheet.ts";
import { readText } from "../sheet/read-text.ts";
import type { CellRange, WrongCell } from "./state.ts";

export interface Plan {
  edits: CellEdit[];
  wrong: WrongCell[];
  /** Cells left as they are because this person may not write them. */
  readOnly: number;
}

export function planTexts(sheet: Sheet, cells: (CellAt & { text: string })[]): Plan {
  const plan: Plan = { edits: [], wrong: [], readOnly: 0 };
  for (const { row, column, text } of cells) {
    const meant = readText(sheet, { row, column }, text);
    if (!sheet.canEdit({ row, column })) plan.readOnly += 1;
    else if (meant.kind === "problem") plan.wrong.push({ row, column, text, problem: meant.problem });
    else plan.edits.push({ row, column, input: meant });
  }
  return plan;
}

/** The cells of a range, as positions of the sheet. */
export function cellsIn(rows: number[], { top, left, bottom, right }: CellRange): CellAt[] {
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) => Array.from({ length: right - left + 1 }, (_, index) => ({ row, column: left + index })));
}

export function planInput(sheet: Sheet, cells: Omit<CellEdit, "input">[], input: CellInput): Plan {
  const edits = cells.filter(sheet.canEdit).map(({ row, column, seen }) => ({ row, column, seen, input }));
  return { edits, wrong: [], readOnly: cells.length - edits.length };
}

export function blockOf(sheet: Sheet, rows: number[], range: CellRange): string[][] {
  return rows
    .slice(range.top, range.bottom + 1)
    .map((row) =>
      sheet.activities
        .slice(range.left, range.right + 1)
        .map((activity, index) => toInputText(activity, sheet.cellAt({ row, column: range.left + index }))),
    );
}

interface PastePlan extends Plan {
  /** Where it goes. */
  area: CellRange;
  /** Cells that would lie outside of the grid. */
  clipped: number;
}

/** A block goes where the range begins; a range that holds it several times over is filled with it. */
export function planPaste(sheet: Sheet, rows: number[], range: CellRange, block: string[][]): PastePlan {
  const width = Math.max(...block.map((row) => row.length));
  const height = timesOver(range.bottom - range.top + 1, block.length);
  const across = timesOver(range.right - range.left + 1, width);
  const bottom = Math.min(range.top + height, rows.length) - 1;
  const right = Math.min(range.left + across, sheet.activities.length) - 1;
  const area = { top: range.top, left: range.left, bottom, right };
  const targets = cellsIn(rows, area).map((at, index) => {
    const [down, along] = [Math.floor(index / (right - range.left + 1)), at.column - range.left];
    return { ...at, text: block[down % block.length]?.[along % width] };
  });
  const cells = targets.filter((target): target is CellAt & { text: string } => target.text !== undefined);
  const inside = (bottom - range.top + 1) * (right - range.left + 1);
  return { ...planTexts(sheet, cells), area, clipped: height * across - inside };
}

function timesOver(room: number, size: number): number {
  return room % size === 0 ? room : size;
}

/** The range's first row goes into its others; one row alone takes what stands above it. */
export function planFillDown(sheet: Sheet, rows: number[], range: CellRange): Plan {
  const source = range.top === range.bottom ? range.top - 1 : range.top;
  const row = rows[source];
  if (row === undefined) return { edits: [], wrong: [], readOnly: 0 };
  const cells = cellsIn(rows, { ...range, top: source + 1 });
  const writable = cells.filter(sheet.canEdit);
  const edits = writable.map((at) => ({ ...at, input: inputOf(sheet, { row, column: at.column }) }));
  return { edits, wrong: [], readOnly: cells.length - writable.length };
}

function inputOf(sheet: Sheet, at: CellAt): CellInput {
  const { state, value } = sheet.cellAt(at);
  if (state === "excused") return { kind: "excused" };
  return state === "value" && value !== null ? { kind: "value", value } : { kind: "clear" };
}

/** One text for a whole column; `+5` adds to each. */
export function planColumn(sheet: Sheet, rows: number[], column: number, text: string, isOnlyEmpty: boolean): Plan {
  const cells = rows.map((row) => ({ row, column, text }));
  return planTexts(sheet, isOnlyEmpty ? cells.filter((at) => isEmpty(sheet, at)) : cells);
}

/** Empty, and not because its player is away or new. */
function isEmpty(sheet: Sheet, at: CellAt): boolean {
  const { state } = sheet.cellAt(at);
  return state === "missing" || (state === "not_due" && sheet.members[at.row]?.not_due === null);
}
