import type { CellAt } from "../sheet.ts";

/** What is chosen, by what is in sight: a row here is a position among the rows shown. The anchor is the active cell. */
export interface Selection {
  anchor: CellAt;
  head: CellAt;
}

export interface Size {
  rows: number;
  columns: number;
}

export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export type Step = "up" | "down" | "left" | "right" | "start" | "end" | "pageUp" | "pageDown";

export function rangeOf({ anchor, head }: Selection): CellRange {
  return {
    top: Math.min(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    bottom: Math.max(anchor.row, head.row),
    right: Math.max(anchor.column, head.column),
  };
}

export function isOneCell({ anchor, head }: Selection): boolean {
  return anchor.row === head.row && anchor.column === head.column;
}

export function clampCell({ row, column }: CellAt, { rows, columns }: Size): CellAt {
  return { row: clamp(row, rows), column: clamp(column, columns) };
}

/** One step, or as far as it goes in that direction. Home and End go to the ends of the row, and far to the corners. */
export function stepFrom(at: CellAt, step: Step, isFar: boolean, size: Size, pageRows: number): CellAt {
  const far = isFar ? Infinity : 1;
  const row = isFar ? Infinity : 0;
  const moves: Record<Step, [rows: number, columns: number]> = {
    up: [-far, 0],
    down: [far, 0],
    left: [0, -far],
    right: [0, far],
    start: [-row, -Infinity],
    end: [row, Infinity],
    pageUp: [-pageRows, 0],
    pageDown: [pageRows, 0],
  };
  const [rows, columns] = moves[step];
  return clampCell({ row: at.row + rows, column: at.column + columns }, size);
}

/** The cell after or before this one as one reads; null past either end of the grid. */
export function nextInLine({ row, column }: CellAt, direction: 1 | -1, { rows, columns }: Size): CellAt | null {
  const place = row * columns + column + direction;
  if (place < 0 || place >= rows * columns) return null;
  return { row: Math.floor(place / columns), column: place % columns };
}

/** The same cells where other rows are shown now, as far as they still are. */
export function followRows({ anchor, head }: Selection, before: number[], now: number[], columns: number): Selection {
  const moved = now.indexOf(before[anchor.row] ?? -1);
  const row = clamp(moved === -1 ? anchor.row : moved, now.length);
  const rows = moved === -1 ? 0 : head.row - anchor.row;
  const size = { rows: now.length, columns };
  return {
    anchor: clampCell({ ...anchor, row }, size),
    head: clampCell({ row: row + rows, column: head.column }, size),
  };
}

function clamp(place: number, count: number): number {
  return Math.max(0, Math.min(place, count - 1));
}
