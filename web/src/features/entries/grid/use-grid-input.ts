import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef } from "react";
import type { CellAt } from "../sheet.ts";
import { copyChosen, pasteText, writeChosen } from "./grid-actions.ts";
import { handleGridKey } from "./grid-keys.ts";
import { activeCell, focusEditor, type GridStore } from "./grid-state.ts";

/** Keys and clipboard of the grid itself; what happens in a field or a menu inside of it is left to them. */
export function useGridInput(store: GridStore, pageRows: () => number, onOpenCell: ((at: CellAt) => void) | undefined) {
  const isLeaving = useRef(false);
  const openCell = () => {
    const at = activeCell(store);
    if (at) onOpenCell?.(at);
  };
  const isOwn = ({ target, currentTarget }: { target: EventTarget; currentTarget: EventTarget }) =>
    target === currentTarget;
  const onCopy = (event: ClipboardEvent) => {
    if (!isOwn(event) || !activeCell(store)) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", copyChosen(store));
    if (event.type === "cut") writeChosen(store, { kind: "clear" });
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (isOwn(event)) handleGridKey(store, event, { pageRows, openCell, enterNote, isLeaving });
    },
    onFocus: (event: FocusEvent) => {
      isLeaving.current = false;
      const { draft } = store.read();
      // What could not be read waits in its field.
      if (isOwn(event) && draft) focusEditor(store);
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
