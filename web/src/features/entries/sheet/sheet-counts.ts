import type { Day } from "@clanhall/contract/days";
import type { CellWish } from "../sheet.ts";
import { contentOf } from "./cell-content.ts";
import type { SheetCells } from "./cell-store.ts";

/** Due cells in rows that this person does not see: the day counts them all the same. */
export function countUnseen(cells: SheetCells, { due, entered }: Day): { due: number; entered: number } {
  const seen = cells.sums.counts();
  return { due: Math.max(0, due - seen.due), entered: Math.max(0, entered - seen.entered + countTyped(cells)) };
}

/** Due cells that are filled only here, less those that are emptied only here. */
function countTyped({ unsaved, entries, shape }: SheetCells): number {
  let typed = 0;
  for (const [key, { wish }] of unsaved) {
    const at = shape.placeOf(key);
    if (at && shape.isDue(at)) typed += fillOf(wish) - fillOf(contentOf(entries.get(key)));
  }
  return typed;
}

function fillOf({ kind }: CellWish): number {
  return kind === "clear" ? 0 : 1;
}
