import type { CellKey } from "./queries.ts";

/** For looking cells up by what names them. */
export function toCellId({ day, member_id, activity_id }: CellKey): string {
  return `${day} ${member_id} ${activity_id}`;
}
