import { useSyncExternalStore } from "react";
import type { Sheet } from "./sheet.ts";

/** Draws again when a cell of the row changes. */
export function useRow(sheet: Sheet, row: number): void {
  useSyncExternalStore(
    (listener) => sheet.subscribe(row, listener),
    () => sheet.versionOf(row),
  );
}
