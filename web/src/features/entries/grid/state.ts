import type { CellAt, Sheet } from "../sheet.ts";
import type { WrongCell } from "./plan-edits.ts";
import { clampCell, followRows, rangeOf, type Selection, type Size } from "./selection.ts";

/** What somebody is typing into a cell, by its position in the sheet. */
interface Draft extends CellAt {
  text: string;
  /** The version that it is typed over. */
  seen: number;
  /** Whether the arrows move within the text, or on to the next cell. */
  isCorrection: boolean;
  problem: string | null;
}

/** What of a larger change did not happen. */
export interface Report {
  changed: number;
  wrong: WrongCell[];
  readOnly: number;
  clipped: number;
}

interface GridState {
  /** Rows shown, as positions in the sheet. */
  rows: number[];
  selection: Selection;
  /** The cell that the frame keeps in sight; an object of its own for each move. */
  shown: CellAt;
  /** Whether somebody has been at the active cell for a moment. */
  isResting: boolean;
  draft: Draft | null;
  report: Report | null;
  /** For those who hear the grid. */
  said: string;
}

/** What is chosen and being typed. Lives outside of React, so that a move draws the two rows it concerns. */
export interface GridStore {
  sheet: Sheet;
  id: string;
  read: () => GridState;
  set: (change: Partial<GridState>) => void;
  subscribe: (listener: () => void) => () => void;
}

const restMs = 250;

export function createGridStore(sheet: Sheet, id: string): GridStore {
  const first = { row: 0, column: 0 };
  let state: GridState = {
    rows: [],
    selection: { anchor: first, head: first },
    shown: first,
    isResting: true,
    draft: null,
    report: null,
    said: "",
  };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (change: Partial<GridState>) => {
    const before = state;
    state = { ...before, ...change };
    const names = Object.keys(change) as (keyof GridState)[];
    if (names.some((name) => state[name] !== before[name])) for (const listener of listeners) listener();
  };
  return {
    sheet,
    id,
    read: () => state,
    set: (change) => {
      set(change.selection ? { isResting: false, ...change } : change);
      if (!change.selection) return;
      clearTimeout(timer);
      timer = setTimeout(() => set({ isResting: true }), restMs);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function sizeOf({ sheet, read }: GridStore): Size {
  return { rows: read().rows.length, columns: sheet.activities.length };
}

/** The active cell as a position of the sheet. */
export function activeCell({ sheet, read }: GridStore): CellAt | null {
  const { rows, selection } = read();
  const row = rows[selection.anchor.row];
  return row === undefined || sheet.activities.length === 0 ? null : { row, column: selection.anchor.column };
}

export function select(store: GridStore, anchor: CellAt, head = anchor, shown = head): void {
  const size = sizeOf(store);
  store.set({
    selection: { anchor: clampCell(anchor, size), head: clampCell(head, size) },
    shown: clampCell(shown, size),
  });
}

/** Other rows are shown now, or in another order. */
export function showRows(store: GridStore, rows: number[]): void {
  const { rows: before, selection } = store.read();
  store.set({ rows, selection: followRows(selection, before, rows, store.sheet.activities.length) });
}

/** What a row has to know of the selection: the ends of the range in it, its active column, and who rests there. */
export function markOf(store: GridStore, index: number): string {
  const { selection, isResting } = store.read();
  const { anchor, head } = selection;
  if (index < Math.min(anchor.row, head.row) || index > Math.max(anchor.row, head.row)) return "";
  const { left, right } = rangeOf(selection);
  return [left, right, ...(anchor.row === index ? [anchor.column, Number(isResting)] : [])].join(",");
}

export function say(store: GridStore, words: string): void {
  // The same words twice are heard twice only if they differ.
  store.set({ said: words === store.read().said ? `${words}\u00A0` : words });
}

export function cellId({ id }: GridStore, { row, column }: CellAt): string {
  return `${id}-${row}-${column}`;
}

export function headId({ id }: GridStore, column: number): string {
  return `${id}-head-${column}`;
}

export function editorId({ id }: GridStore): string {
  return `${id}-editor`;
}

export function focusEditor(store: GridStore): void {
  focus(editorId(store));
}

export function focusGrid({ id }: GridStore): void {
  focus(id);
}

/** Asking for a focus that is there already would make the browser lay out the page at once. */
function focus(id: string): void {
  if (document.activeElement?.id !== id) document.getElementById(id)?.focus({ preventScroll: true });
}
