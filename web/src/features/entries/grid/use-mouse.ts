import { type MouseEvent, useEffect, useRef } from "react";
import type { CellAt } from "../sheet.ts";
import { commitDraft, startDraft, toggleChosen } from "./actions.ts";
import { cellAtPoint, type Columns } from "./geometry.ts";
import { activeCell, focusGrid, type GridStore, select, sizeOf } from "./state.ts";

/** Click, Shift and click, and drag choose cells; a double click types, or turns yes into no. */
export function useMouse(store: GridStore, columns: Columns) {
  const stopDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => stopDrag.current?.(), []);
  const pointAt = (event: { clientX: number; clientY: number }): CellAt => {
    const corner = document.getElementById(store.id)?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return cellAtPoint(event.clientX - corner.left, event.clientY - corner.top, columns);
  };
  const startDrag = () => {
    const drag = (event: globalThis.MouseEvent) => select(store, store.read().selection.anchor, pointAt(event));
    const stop = () => {
      window.removeEventListener("mousemove", drag);
      window.removeEventListener("mouseup", stop);
    };
    window.addEventListener("mousemove", drag);
    window.addEventListener("mouseup", stop);
    stopDrag.current = stop;
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
