import type { Member } from "@clanhall/contract/members";
import { useCallback, useState } from "react";

export type Selection = ReturnType<typeof useSelection>;

/** Which of the rows shown are chosen. A row that is filtered away is no longer chosen: nobody acts on what they cannot see. */
export function useSelection(rows: Member[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ id }) => chosen.has(id));
  const isAll = rows.length > 0 && selected.length === rows.length;
  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return {
    selected,
    isAll,
    isSome: selected.length > 0,
    has: (id: string) => chosen.has(id),
    toggle,
    toggleAll: () => setChosen(new Set(isAll ? [] : rows.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}
