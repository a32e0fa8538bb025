import type { Db } from "../../../db/tables.ts";
import { hasVersion, listVersions, type VersionKey } from "./changes.queries.ts";
import type { HistoryView } from "./context.ts";
import { readCursor, toCursor, wrongCursor } from "./history-cursor.ts";

/** One page of writes, the latest first. */
export async function loadChanges(db: Db, view: HistoryView, limit: number, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : await findVersion(db, view, cursor);
  const members = new Map(view.players.map((player) => [player.id, player]));
  const activities = new Map(view.tasks.map(({ id, name }) => [id, name]));
  const filter = { ...view, memberIds: [...members.keys()], activityIds: [...activities.keys()] };
  const rows = await listVersions(db, filter, limit + 1, after);
  const items = rows.slice(0, limit).map(({ before_state, before_value, ...row }) => ({
    ...row,
    member_name: members.get(row.member_id)?.name ?? "",
    member_tint: members.get(row.member_id)?.tint ?? 0,
    activity_name: activities.get(row.activity_id) ?? "",
    entered_at: row.entered_at.toISOString(),
    before: before_state && { state: before_state, value: before_value },
  }));
  const last = items.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { items, next_cursor: isMore ? toCursor([last.day, last.member_id, last.activity_id, last.version]) : null };
}

async function findVersion(db: Db, { clanId }: HistoryView, cursor: string): Promise<VersionKey> {
  const [day, member_id, activity_id, version] = readCursor(cursor);
  const key = { day, member_id, activity_id, version };
  if (!(await hasVersion(db, clanId, key))) throw wrongCursor();
  return key;
}
