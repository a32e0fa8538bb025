import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef } from "react";
import type { CellAt } from "../sheet.ts";
import { copyChosen, pasteText, writeChosen } from "./actions.ts";
import { handleDraftKey, handleGridKey } from "./keys.ts";
import { activeCell, editorId, focusEditor, type GridStore } from "./state.ts";

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
