import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import type { CellAt } from "../sheet/cell-store.ts";
import {
  commitDraft,
  copyChosen,
  fillDown,
  pasteText,
  refuse,
  startDraft,
  toggleChosen,
  travel,
  writeChosen,
} from "./actions.ts";
import {
  activeCell,
  editorId,
  focusEditor,
  focusGrid,
  type GridStore,
  headId,
  isOneCell,
  moveRow,
  nextInLine,
  say,
  select,
  sizeOf,
  type Step,
  stepFrom,
} from "./state.ts";
import { cellAtPoint, type Columns } from "./view.ts";
import { findNextMissing } from "../phone/next-missing.ts";

/** What the grid's surroundings do for its keys. */
interface KeyHelp {
  pageRows: () => number;
  openCell: (() => void) | null;
  enterNote: () => void;
  /** After Escape, Tab leaves the grid. */
  isLeaving: { current: boolean };
}

const steps: Record<string, Step> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "start",
  End: "end",
  PageUp: "pageUp",
  PageDown: "pageDown",
};

/** Keys while nothing is typed into a cell. */
function handleGridKey(store: GridStore, event: KeyboardEvent, help: KeyHelp): void {
  const wasLeaving = help.isLeaving.current;
  // Tab goes out from the grid, which stands for all of it, and the clipboard is the grid's, not the empty field's.
  if (event.key === "Escape" || event.key === "?" || isChord(event)) focusGrid(store);
  if (event.key !== "Shift") help.isLeaving.current = event.key === "Escape";
  if (event.key === "Tab") {
    if (!wasLeaving && goInLine(store, event.shiftKey ? -1 : 1)) event.preventDefault();
    else focusGrid(store);
    return;
  }
  const isDone = runKey(store, event, help) || (isTyping(event) && !startDraft(store, false));
  if (isDone) event.preventDefault();
}

function isChord(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
}

/** True when the key had a meaning of its own. */
function runKey(store: GridStore, event: KeyboardEvent, help: KeyHelp): boolean {
  const { key, shiftKey, altKey } = event;
  if (altKey && !event.getModifierState("AltGraph")) return runAltKey(store, key, help);
  const step = steps[key];
  if (step) {
    goStep(store, step, event.ctrlKey || event.metaKey, shiftKey, help.pageRows());
    return true;
  }
  if (event.ctrlKey || event.metaKey) return runControlKey(store, key.toLowerCase(), shiftKey);
  const command = commands[key.length === 1 ? key.toLowerCase() : key];
  command?.(store, shiftKey);
  return command !== undefined;
}

const commands: Record<string, (store: GridStore, isShift: boolean) => void> = {
  Enter: (store, isShift) => {
    const at = activeCell(store);
    // Said once; whoever presses it again wants to go on.
    if (at && !store.sheet.canEdit(at) && !store.read().refusal) refuse(store);
    else goStep(store, isShift ? "up" : "down", false, false, 1);
  },
  m: (store) => goToMissing(store),
  F2: (store) => startDraft(store, true),
  Escape: (store) => {
    select(store, store.read().selection.anchor);
    say(store, "Press Tab to leave the grid.");
  },
  " ": (store, isShift) => (isShift ? chooseLine(store, "row") : toggleChosen(store)),
  x: (store) => writeChosen(store, { kind: "excused" }),
  Delete: (store) => writeChosen(store, { kind: "clear" }),
  Backspace: (store) => writeChosen(store, { kind: "clear" }),
};

/** Down the column and once around, then the next column. */
function goToMissing(store: GridStore): void {
  const { rows, selection } = store.read();
  const { row: line, column: group } = selection.anchor;
  const { rows: count, columns } = sizeOf(store);
  const order = { groups: [...Array(columns).keys()], lines: [...Array(count).keys()] };
  const next = findNextMissing(order, { group, line }, (at) => {
    const cell = { row: rows[at.line] ?? -1, column: at.group };
    return store.sheet.cellAt(cell).state === "missing" && store.sheet.canEdit(cell);
  });
  if (next) select(store, { row: next.line, column: next.group });
  else say(store, "Nothing is missing.");
}

function runControlKey(store: GridStore, key: string, isShift: boolean): boolean {
  const command = controlCommands[key];
  command?.(store, isShift);
  return command !== undefined;
}

const controlCommands: Record<string, (store: GridStore, isShift: boolean) => void> = {
  z: (store, isShift) => travel(store, isShift ? "redo" : "undo"),
  y: (store) => travel(store, "redo"),
  d: (store) => fillDown(store),
  a: (store) => chooseLine(store, "all"),
  " ": (store) => chooseLine(store, "column"),
};

function runAltKey(store: GridStore, key: string, help: KeyHelp): boolean {
  const active = activeCell(store);
  if (!active) return false;
  const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  if (step !== 0 && store.order && store.read().selection.isRow) moveChosenRow(store, step);
  else if (key === "Enter") help.openCell?.();
  else if (key === "ArrowDown") help.enterNote();
  else if (key === "ArrowUp")
    document.getElementById(headId(store, active.column))?.querySelector<HTMLElement>("[aria-haspopup]")?.click();
  else return false;
  return true;
}

function moveChosenRow(store: GridStore, step: 1 | -1): void {
  const { row } = store.read().selection.anchor;
  const to = row + step;
  if (to < 0 || to >= sizeOf(store).rows) return;
  moveRow(store, row, to);
  const name = store.sheet.members[store.read().rows[row] ?? -1]?.name;
  say(store, `${name} is at ${to + 1} of ${sizeOf(store).rows}.`);
}

/** Keys while something is typed into a cell. */
function handleDraftKey(store: GridStore, event: KeyboardEvent): void {
  const { draft } = store.read();
  if (!draft || event.nativeEvent.isComposing) return;
  const { key, shiftKey } = event;
  const step = draft.corrected !== null ? undefined : steps[key];
  if (key === "Escape") {
    store.set({ draft: null });
    focusGrid(store);
  } else if (key === "Enter" || key === "Tab" || step) {
    const isForAll = key === "Enter" && (event.ctrlKey || event.metaKey);
    if (commitDraft(store, isForAll) && !isForAll) {
      if (key === "Tab") goInLine(store, shiftKey ? -1 : 1);
      else goStep(store, step ?? (shiftKey ? "up" : "down"), false, false, 1);
    }
  } else return;
  event.preventDefault();
}

function isTyping(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, nativeEvent } = event;
  if (nativeEvent.isComposing || key === "Process" || key === "Dead") return true;
  // The page's list of keys.
  if (Array.from(key).length !== 1 || key === "?") return false;
  if (event.getModifierState("AltGraph")) return true;
  // With Alt held, a Mac types other letters, while elsewhere the browser's own menus open.
  return !ctrlKey && !metaKey && !(altKey && /^[ -~]$/.test(key));
}

function goStep(store: GridStore, step: Step, isFar: boolean, isExtending: boolean, pageRows: number): void {
  const { anchor, head } = store.read().selection;
  const next = stepFrom(isExtending ? head : anchor, step, isFar, sizeOf(store), pageRows);
  select(store, isExtending ? anchor : next, next);
  const { selection } = store.read();
  if (isExtending && !isOneCell(selection)) sayRange(store);
}

function sayRange(store: GridStore): void {
  const { anchor, head } = store.read().selection;
  const rows = Math.abs(head.row - anchor.row) + 1;
  const columns = Math.abs(head.column - anchor.column) + 1;
  say(store, `${rows} by ${columns} cells selected.`);
}

function goInLine(store: GridStore, direction: 1 | -1): boolean {
  const next = nextInLine(store.read().selection.anchor, direction, sizeOf(store));
  if (next) select(store, next);
  return next !== null;
}

function chooseLine(store: GridStore, line: "row" | "column" | "all"): void {
  const { anchor } = store.read().selection;
  const { rows, columns } = sizeOf(store);
  const from = { row: line === "row" ? anchor.row : 0, column: line === "column" ? anchor.column : 0 };
  const to = { row: line === "row" ? anchor.row : rows - 1, column: line === "column" ? anchor.column : columns - 1 };
  select(store, from, to, store.read().shown, line === "row");
  sayRange(store);
}

/** Keys and clipboard of the grid and of its field; what happens in a menu inside of it is left to that. */
export function useGridInput(store: GridStore, pageRows: () => number, onOpenCell: ((at: CellAt) => void) | undefined) {
  const isLeaving = useRef(false);
  const openCell = () => {
    const at = activeCell(store);
    if (at) onOpenCell?.(at);
  };
  const isGrid = (target: EventTarget) => (target as Element).id === store.id;
  const isField = (target: EventTarget) => (target as Element).id === editorId(store);
  /** The field is the grid's own while nothing is typed into it. */
  const isOwn = ({ target }: { target: EventTarget }) => isGrid(target) || (isField(target) && !store.read().draft);
  const onCopy = (event: ClipboardEvent) => {
    if (!isOwn(event) || !activeCell(store)) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", copyChosen(store));
    if (event.type === "cut") writeChosen(store, { kind: "clear" });
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (isOwn(event)) handleGridKey(store, event, { pageRows, openCell, enterNote, isLeaving });
      else if (isField(event.target)) handleDraftKey(store, event);
    },
    onFocus: ({ target }: FocusEvent) => {
      isLeaving.current = false;
      // What could not be read waits in its field.
      if (isGrid(target) && store.read().draft) focusEditor(store);
    },
    onCopy,
    onCut: onCopy,
    onPaste: (event: ClipboardEvent) => {
      if (!isOwn(event) || !event.clipboardData.types.includes("text/plain")) return;
      event.preventDefault();
      pasteText(store, event.clipboardData.getData("text/plain"));
    },
  };

  function enterNote(): void {
    document.getElementById(`${store.id}-note`)?.querySelector("button")?.focus();
  }
}

/** Click, Shift and click, and drag choose cells; a double click types, or turns yes into no. */
export function useMouse(store: GridStore, columns: Columns) {
  const stopDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => stopDrag.current?.(), []);
  const pointAt = (event: { clientX: number; clientY: number }): CellAt => {
    const corner = document.getElementById(store.id)?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return cellAtPoint(event.clientX - corner.left, event.clientY - corner.top, columns);
  };
  const startDrag = () => listen((event) => select(store, store.read().selection.anchor, pointAt(event)));
  const listen = (drag: (event: globalThis.MouseEvent) => void) => {
    const stop = () => {
      window.removeEventListener("mousemove", drag);
      window.removeEventListener("mouseup", stop);
    };
    window.addEventListener("mousemove", drag);
    window.addEventListener("mouseup", stop);
    stopDrag.current = stop;
  };
  /** The row goes along with the mouse. */
  const startRowDrag = (from: number) => {
    let at = from;
    listen((event) => {
      const { row } = pointAt(event);
      if (row === at || row < 0 || row >= sizeOf(store).rows) return;
      moveRow(store, at, row);
      at = row;
    });
  };
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.button !== 0 || target.closest("button, input")) return;
    event.preventDefault();
    // What cannot be read yet keeps its field.
    if (!commitDraft(store)) return;
    focusGrid(store);
    const at = pointAt(event);
    if (target.closest("[data-row-name]")) {
      const first = { ...at, column: 0 };
      select(store, first, { ...at, column: sizeOf(store).columns - 1 }, first, true);
      if (store.order) startRowDrag(at.row);
    } else {
      select(store, event.shiftKey ? store.read().selection.anchor : at, at);
      startDrag();
    }
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[role=gridcell][aria-selected]");
    const active = activeCell(store);
    if (!cell || !active || store.read().draft) return;
    if (store.sheet.activities[active.column]?.value_type === "yes_no") toggleChosen(store);
    else startDraft(store, true);
  };
  return { onMouseDown, onDoubleClick };
}
