import type { Entry } from "@clanhall/contract/entries";
import type { Db } from "../../db/tables.ts";
import { type CellKey, type EntryRow, findNames } from "./cells.queries.ts";

/** For looking cells up by what names them. */
export function toCellId({ day, member_id, activity_id }: CellKey): string {
  return `${day} ${member_id} ${activity_id}`;
}

export async function toEntries(db: Db, clanId: string, rows: EntryRow[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  const writers = rows.map(({ entered_by }) => entered_by);
  const names = await findNames(db, clanId, writers);
  return rows.map(({ is_met: _met, revision: _revision, entered_at, ...entry }) => ({
    ...entry,
    entered_by_name: names.get(entry.entered_by) ?? "",
    entered_at: entered_at.toISOString(),
  }));
}
