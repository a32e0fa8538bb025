import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { commitDraft } from "./grid-actions.ts";
import { handleDraftKey } from "./grid-keys.ts";
import type { GridStore } from "./grid-state.ts";
import styles from "./grid.module.css";

/** The field in the cell that is typed into. */
export function CellEditor({ store, label }: { store: GridStore; label: string }) {
  const draft = useSyncExternalStore(store.subscribe, () => store.read().draft);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);
  if (!draft) return null;
  return (
    <input
      ref={field}
      className={styles.editor}
      aria-label={label}
      aria-invalid={draft.problem !== null || undefined}
      aria-describedby={draft.problem === null ? undefined : `${store.id}-note`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={draft.text}
      onChange={({ target }) => store.set({ draft: { ...draft, text: target.value, problem: null } })}
      onKeyDown={(event) => handleDraftKey(store, event)}
      onBlur={() => {
        // Somebody who looks something up in another window comes back to what they were typing.
        if (document.hasFocus()) commitDraft(store);
      }}
    />
  );
}
