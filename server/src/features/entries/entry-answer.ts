import type { Entry } from "@clanhall/contract/entries";
import type { Db } from "../../db/tables.ts";
import { type EntryRow, findNames } from "./queries.ts";

export async function toEntries(db: Db, clanId: string, rows: EntryRow[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  const writers = rows.map(({ entered_by }) => entered_by);
  const names = await findNames(db, clanId, writers);
  return rows.map((row) => ({
    member_id: row.member_id,
    activity_id: row.activity_id,
    day: row.day,
    state: row.state,
    value: row.value,
    points: row.points,
    late: row.late,
    version: row.version,
    entered_by: row.entered_by,
    entered_by_name: names.get(row.entered_by) ?? "",
    entered_at: row.entered_at.toISOString(),
    source: row.source,
  }));
}
