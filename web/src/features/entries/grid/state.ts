import type { Refusal } from "../sheet/access.ts";
import type { CellAt } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";

/** What somebody is typing into a cell, by its position in the sheet. */
interface Draft extends CellAt {
  text: string;
  /** The version that it is typed over. */
  seen: number;
  /** The text that is being corrected, in which the arrows move; null where they lead on to the next cell. */
  corrected: string | null;
  problem: string | null;
}

/** A cell that could not take what was meant for it. */
export interface WrongCell extends CellAt {
  text: string;
  problem: string;
}

/** Why the active cell was not written, with what can be done about it. */
type ShownRefusal = Refusal & CellAt;

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
  refusal: ShownRefusal | null;
  /** For those who hear the grid. */
  said: string;
}

export interface NamesPaste {
  block: string[][];
  column: number;
  /** Writes it where it was pasted. */
  byPosition: () => void;
}

/** Puts the rows elsewhere. */
export interface GridOrder {
  byColumn: { column: number; isHighFirst: boolean } | null;
  /** The place of each player, by id, where the rows stand by it. */
  ranks: ReadonlyMap<string, number>;
  sortByColumn: (column: number) => void;
  /** Rows are positions in the sheet. */
  move: (row: number, target: number) => void;
}

/** What is chosen and being typed. Lives outside of React, so that a move draws the two rows it concerns. */
export interface GridStore {
  sheet: Sheet;
  /** Players who are away and are entered all the same. */
  entersAnyway: Set<number>;
  order: GridOrder | null;
  /** A pasted block that may name players, for somebody to check. */
  onPasteNames: ((paste: NamesPaste) => void) | null;
  id: string;
  read: () => GridState;
  set: (change: Partial<GridState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** For the rows, which show nothing else: what is typed asks none of them. */
  subscribeToSelection: (listener: () => void) => () => void;
}

/** What the page around the grid does for it now. */
export function connectStore(store: GridStore, page: Pick<GridStore, "order" | "onPasteNames">): void {
  Object.assign(store, page);
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
    refusal: null,
    said: "",
  };
  const all = createListeners();
  const ofSelection = createListeners();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (change: Partial<GridState>) => {
    const before = state;
    state = { ...before, ...change };
    const names = Object.keys(change) as (keyof GridState)[];
    const changed = names.filter((name) => state[name] !== before[name]);
    if (changed.includes("selection") || changed.includes("isResting")) ofSelection.call();
    if (changed.length > 0) all.call();
  };
  return {
    sheet,
    entersAnyway: new Set(),
    order: null,
    onPasteNames: null,
    id,
    read: () => state,
    set: (change) => {
      set(change.selection ? { isResting: false, ...change } : change);
      if (!change.selection) return;
      clearTimeout(timer);
      timer = setTimeout(() => set({ isResting: true }), restMs);
    },
    subscribe: all.subscribe,
    subscribeToSelection: ofSelection.subscribe,
  };
}

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    call: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
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

export function select(store: GridStore, anchor: CellAt, head = anchor, shown = head, isRow = false): void {
  const size = sizeOf(store);
  store.set({
    selection: { anchor: clampCell(anchor, size), head: clampCell(head, size), isRow },
    shown: clampCell(shown, size),
    refusal: null,
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

/** Puts the row at one index where another one is, and stays with it. */
export function moveRow(store: GridStore, from: number, to: number): void {
  const { rows } = store.read();
  const [row, target] = [rows[from], rows[to]];
  if (row !== undefined && target !== undefined && from !== to) store.order?.move(row, target);
}

export function say(store: GridStore, text: string): void {
  // The same text twice is heard twice only if it differs.
  store.set({ said: text === store.read().said ? `${text}\u00A0` : text });
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

/** What is chosen, by what is in sight: a row here is a position among the rows shown. The anchor is the active cell. */
export interface Selection {
  anchor: CellAt;
  head: CellAt;
  /** Its row was chosen as a whole, which a single column alone does not tell. */
  isRow?: boolean;
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

function clampCell({ row, column }: CellAt, { rows, columns }: Size): CellAt {
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
  const index = row * columns + column + direction;
  if (index < 0 || index >= rows * columns) return null;
  return { row: Math.floor(index / columns), column: index % columns };
}

/** The same cells where other rows are shown now, as far as they still are. */
export function followRows(chosen: Selection, before: number[], now: number[], columns: number): Selection {
  const { anchor, head } = chosen;
  const moved = now.indexOf(before[anchor.row] ?? -1);
  const row = clamp(moved === -1 ? anchor.row : moved, now.length);
  const rows = moved === -1 ? 0 : head.row - anchor.row;
  const size = { rows: now.length, columns };
  return {
    ...chosen,
    anchor: clampCell({ ...anchor, row }, size),
    head: clampCell({ row: row + rows, column: head.column }, size),
  };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
