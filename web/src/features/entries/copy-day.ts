import type { Day } from "@clanhall/contract/days";
import { contentOf, keyOf, nothing, valueOf } from "./sheet/cell-content.ts";
import type { CellEdit, Sheet } from "./sheet.ts";

/** The values of another day for the due cells that are still empty. */
export function planCopy(sheet: Sheet, { cells }: Day): CellEdit[] {
  const entries = new Map(cells.map((entry) => [keyOf(entry), entry]));
  return sheet.members.flatMap(({ id: member_id }, row) =>
    sheet.activities.flatMap(({ id: activity_id }, column): CellEdit[] => {
      const wish = contentOf(entries.get(keyOf({ member_id, activity_id })));
      const at = { row, column };
      const isWanted = wish.kind === "value" && sheet.cellAt(at).state === "missing" && sheet.canEdit(at);
      return isWanted ? [{ ...at, wish }] : [];
    }),
  );
}

/** Empties the cells that still are as they were copied. */
export function planClearing(sheet: Sheet, copied: CellEdit[]): CellEdit[] {
  return copied
    .filter(({ row, column, wish }) => sheet.cellAt({ row, column }).value === valueOf(wish))
    .map((edit) => ({ ...edit, wish: nothing }));
}
