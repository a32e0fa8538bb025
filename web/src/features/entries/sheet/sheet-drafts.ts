import type { SheetCells } from "./cell-store.ts";
import { findProblem } from "./sheet-edits.ts";
import { type DraftPlace, readDrafts } from "./stored-drafts.ts";
import { afterConflict, freshlyTyped, isSaved, type Unsaved } from "./unsaved.ts";

/** Takes up what was typed on an earlier visit and never arrived. */
export function takeDrafts(
  place: DraftPlace,
  cells: SheetCells,
  change: (key: string, own: Unsaved | null) => void,
): void {
  for (const [key, { wish, base, isConfirmed }] of readDrafts(place)) {
    const entry = cells.entries.get(key);
    const problem = findProblem(cells, key, wish);
    const own: Unsaved = { ...freshlyTyped, wish, base, isConfirmed };
    if (cells.shape.placeOf(key) === null || isSaved(own, entry)) change(key, null);
    else if (problem !== null) change(key, { ...own, save: "failed", problem });
    else change(key, entry && entry.version > base ? afterConflict(own, entry) : own);
  }
}
