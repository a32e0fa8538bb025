/** The totals, the counts and the sheet as a whole. */
export const wholeSheet = -1;

/** Tells those who show a row that it changed: once for each change of the sheet, however many cells it has. */
export function createRowWatchers() {
  const versions = new Map<number, number>();
  const listeners = new Map<number, Set<() => void>>();
  const changed = new Set<number>();
  const takeChanged = () => {
    if (changed.size === 0) return [];
    const rows = [...changed.add(wholeSheet)];
    changed.clear();
    for (const row of rows) versions.set(row, (versions.get(row) ?? 0) + 1);
    return rows;
  };
  const call = (row: number) => {
    for (const listener of listeners.get(row) ?? []) listener();
  };
  return {
    mark: (row: number) => void changed.add(row),
    versionOf: (row: number) => versions.get(row) ?? 0,
    subscribe: (row: number, listener: () => void) => {
      const ofRow = listeners.get(row) ?? new Set();
      listeners.set(row, ofRow.add(listener));
      return () => void ofRow.delete(listener);
    },
    tell: () => takeChanged().forEach(call),
    /** For what no hand waits for: row by row, so that a key which comes in between is not held up by all of them. */
    tellInTurn() {
      for (const row of takeChanged()) {
        if (row === wholeSheet) call(row);
        else if (listeners.get(row)?.size) setTimeout(call, 0, row);
      }
    },
  };
}
