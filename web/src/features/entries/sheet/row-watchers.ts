/** The totals, the counts and the sheet as a whole. */
export const wholeSheet = -1;

/** Tells those who show a row that it changed: once for each change of the sheet, however many cells it has. */
export function createRowWatchers() {
  const versions = new Map<number, number>();
  const listeners = new Map<number, Set<() => void>>();
  const changed = new Set<number>();
  return {
    mark: (row: number) => void changed.add(row),
    versionOf: (row: number) => versions.get(row) ?? 0,
    subscribe: (row: number, listener: () => void) => {
      const ofRow = listeners.get(row) ?? new Set();
      listeners.set(row, ofRow.add(listener));
      return () => void ofRow.delete(listener);
    },
    tell() {
      if (changed.size === 0) return;
      const rows = [...changed.add(wholeSheet)];
      changed.clear();
      for (const row of rows) versions.set(row, (versions.get(row) ?? 0) + 1);
      for (const row of rows) for (const listener of listeners.get(row) ?? []) listener();
    },
  };
}
