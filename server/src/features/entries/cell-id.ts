import type { CellKey } from "./queries.ts";

/** The key of a cell in a map. */
export function toCellId({ day, member_id, activity_id }: CellKey): string {
  return `${day} ${member_id} ${activity_id}`;
}
