import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import type { CellAt } from "../sheet/cell-store.ts";
import { commitDraft, copyChosen, pasteText, startDraft, toggleChosen, writeChosen } from "./actions.ts";
import { handleDraftKey, handleGridKey } from "./keys.ts";
import { activeCell, editorId, focusEditor, focusGrid, type GridStore, moveRow, select, sizeOf } from "./state.ts";
import { cellAtPoint, type Columns } from "./view.ts";

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
      select(store, { ...at, column: 0 }, { ...at, column: sizeOf(store).columns - 1 }, { ...at, column: 0 });
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
