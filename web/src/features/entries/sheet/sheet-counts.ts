import type { Day } from "@clanhall/contract/days";
import { contentOf, keyOf } from "./cell-content.ts";
import type { SheetCells } from "./sheet-cells.ts";

/** Due cells in rows that this person does not see: the day counts them all the same. */
export function countUnseen(cells: SheetCells, day: Day): { due: number; entered: number } {
  const asked = day.activities.filter(({ due }) => due);
  const due = day.members
    .filter(({ not_due }) => not_due === null)
    .flatMap(({ id: member_id }) => asked.map(({ id: activity_id }) => keyOf({ member_id, activity_id })));
  const entered = due.filter((key) => contentOf(cells.entries.get(key)).kind !== "clear").length;
  return { due: Math.max(0, day.due - due.length), entered: Math.max(0, day.entered - entered) };
}
