import { useSyncExternalStore } from "react";
import { describeCell } from "./cell-words.ts";
import { type Columns, headHeight, rowHeight } from "./geometry.ts";
import { commitDraft } from "./grid-actions.ts";
import { handleDraftKey } from "./grid-keys.ts";
import { activeCell, editorId, type GridStore } from "./grid-state.ts";
import styles from "./grid.module.css";

/**
 * The field that is typed into. It lies unseen over the active cell, ready for the first letter: making a new one for
 * each cell would make that letter wait.
 */
export function CellEditor({ store, columns }: { store: GridStore; columns: Columns }) {
  const { draft, rows } = useSyncExternalStore(store.subscribe, store.read);
  const at = draft ?? activeCell(store);
  const index = at ? rows.indexOf(at.row) : -1;
  if (!at || index === -1) return null;
  return (
    <input
      id={editorId(store)}
      className={styles.editor}
      data-open={draft !== null || undefined}
      tabIndex={-1}
      aria-hidden={draft === null}
      aria-label={draft ? describeCell(store.sheet, store.sheet.cellAt(at), at.row, at.column) : undefined}
      aria-invalid={(draft !== null && draft.problem !== null) || undefined}
      aria-describedby={draft?.problem ? `${store.id}-note` : undefined}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      style={{
        top: headHeight + index * rowHeight,
        left: columns.starts[at.column],
        width: columns.widths[at.column],
        height: rowHeight,
      }}
      value={draft?.text ?? ""}
      onChange={({ target }) => draft && store.set({ draft: { ...draft, text: target.value, problem: null } })}
      onKeyDown={(event) => handleDraftKey(store, event)}
      onBlur={() => {
        // Somebody who looks something up in another window comes back to what they were typing.
        if (document.hasFocus()) commitDraft(store);
      }}
    />
  );
}
