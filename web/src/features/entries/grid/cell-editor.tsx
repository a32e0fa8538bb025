import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { commitDraft, typeText } from "./actions.ts";
import { describeCell } from "./cell-text.ts";
import styles from "./grid.module.css";
import { activeCell, cellId, editorId, type GridStore } from "./state.ts";
import { type Columns, headHeight, rowHeight } from "./view.ts";

/**
 * The field that is typed into. It lies invisible over the active cell, ready for the first letter, and keeps the focus
 * while cell after cell is filled: a new field for each, or the focus going back and forth, would make the letters wait.
 * For the same reason it is moved by hand and not drawn anew.
 */
export function CellEditor({ store, columns }: { store: GridStore; columns: Columns }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    let isPlanned = false;
    const draw = () => {
      isPlanned = false;
      if (field.current) drawField(field.current, store, columns);
    };
    draw();
    return store.subscribe(() => {
      // One key says several things; the field is moved once, before the key's own effect.
      if (!isPlanned) queueMicrotask(draw);
      isPlanned = true;
    });
  }, [store, columns]);
  const drawAfterFocus = () => {
    if (field.current) drawField(field.current, store, columns);
  };
  return (
    <input
      ref={field}
      id={editorId(store)}
      className={styles.editor}
      tabIndex={-1}
      aria-controls={store.id}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      defaultValue=""
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        typeText(store, currentTarget.value);
        drawField(currentTarget, store, columns);
      }}
      onFocus={drawAfterFocus}
      onBlur={() => {
        // Somebody who looks something up in another window comes back to what they were typing.
        if (document.hasFocus()) commitDraft(store);
        drawAfterFocus();
      }}
    />
  );
}

/** While nothing is typed, the field speaks for the active cell as the grid does. */
function drawField(field: HTMLInputElement, store: GridStore, { starts, widths }: Columns): void {
  const { draft, rows, selection } = store.read();
  const at = draft ?? activeCell(store);
  const index = draft ? rows.indexOf(draft.row) : selection.anchor.row;
  field.hidden = !at || index === -1;
  if (!at) return;
  const [left, top] = [starts[at.column] ?? 0, headHeight + index * rowHeight];
  field.style.transform = `translate(${left}px, ${top}px)`;
  field.style.width = `${widths[at.column] ?? 0}px`;
  const text = draft?.text ?? "";
  if (field.value !== text) field.value = text;
  mark(field, "data-open", draft && "");
  mark(field, "aria-hidden", draft || document.activeElement === field ? null : "true");
  mark(field, "aria-activedescendant", draft ? null : cellId(store, at));
  mark(field, "aria-label", describeCell(store.sheet, store.sheet.cellAt(at), at.row, at.column));
  mark(field, "aria-invalid", draft && draft.problem !== null ? "true" : null);
  mark(field, "aria-describedby", draft && draft.problem !== null ? `${store.id}-note` : null);
}

function mark(field: HTMLElement, name: string, value: string | null): void {
  if (field.getAttribute(name) === value) return;
  if (value === null) field.removeAttribute(name);
  else field.setAttribute(name, value);
}
