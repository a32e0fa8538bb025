import type { mergeMembers } from "@clanhall/contract/member-imports";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { publishEvent } from "../../events/publish.ts";
import { insertVersions, listCellsOf, type NewEntry, recountMonths, upsertEntries } from "../entries/index.ts";
import { type MeetingCell, type Policy, toContentText, uniteContent } from "./merge-cells.ts";
import type { CellContent, MergedCell } from "./merges.queries.ts";

type Row = Awaited<ReturnType<typeof listCellsOf>>[number];
type Preview = Pick<z.output<(typeof mergeMembers)["response"]>, "days" | "entries">;

interface Pair {
  keepId: string;
  dropId: string;
}

/** A cell that meets another, with the versions of both before anything is written; 0 for one that was never written. */
type Meeting = MeetingCell & { versions: { keep: number; drop: number } };

const mostLines = 366;

export async function findMeetings(db: Db, clanId: string, pair: Pair, policy: Policy) {
  const activities = await listActivities(db, clanId);
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  const rows = await listCellsOf(db, clanId, [pair.keepId, pair.dropId]);
  const kept = new Map(rows.filter(({ member_id }) => member_id === pair.keepId).map((row) => [keyOf(row), row]));
  const meetings = rows.flatMap((row): Meeting[] => {
    const drop = row.member_id === pair.dropId ? toContent(row) : null;
    if (drop === null) return [];
    const standing = kept.get(keyOf(row));
    const cell = { day: row.day, activity_id: row.activity_id, keep: standing ? toContent(standing) : null, drop };
    const versions = { keep: standing?.version ?? 0, drop: row.version };
    return [{ ...cell, versions, result: uniteContent(cell, policy, byId.get(row.activity_id)) }];
  });
  return { meetings, activities: byId };
}

function keyOf({ day, activity_id }: Pick<Row, "day" | "activity_id">): string {
  return `${day} ${activity_id}`;
}

function toContent({ state, value, points, is_met, late }: Row): CellContent | null {
  return state === "cleared" ? null : { state, value, points, is_met, late };
}

/** Cells in which both have something come first: of them the policy decides. */
export function toPreview(meetings: Meeting[], activities: Map<string, ActivityRow>): Preview {
  const both = meetings.filter(({ keep }) => keep !== null);
  const moved = meetings.filter(({ keep }) => keep === null);
  const days = [...both, ...moved].slice(0, mostLines).map(({ day, activity_id, keep, drop, result }) => {
    const { name = "", value_type = "decimal" } = activities.get(activity_id) ?? {};
    const toText = (content: CellContent | null) => toContentText(content, value_type);
    return { day, activity: name, keep: toText(keep), drop: toText(drop), result: toText(result) };
  });
  return { days, entries: { moved: moved.length, both: both.length } };
}

/** Moves the entries of the row that goes to the row that stays, and says what an undo has to know. */
export async function moveEntries(
  tx: Tx,
  actor: ClanActor,
  pair: Pair,
  meetings: Meeting[],
  { revision, now }: { revision: number; now: Date },
): Promise<MergedCell[]> {
  const cells = meetings.map(({ keep, result, versions, ...cell }): MergedCell & { result: CellContent } => {
    const is_rewritten = result !== keep;
    const keep_version = versions.keep + (is_rewritten ? 1 : 0);
    const drop_version = versions.drop + 1;
    return { ...cell, keep, result, is_rewritten, keep_version, keep_points: result.points, drop_version };
  });
  const written = [
    ...cells
      .filter(({ is_rewritten }) => is_rewritten)
      .map((cell) => toEntry(cell, pair.keepId, cell.result, cell.keep_version)),
    ...cells.map((cell) => toEntry(cell, pair.dropId, null, cell.drop_version)),
  ];
  await write(tx, actor, pair, written, { revision, now, reason: "Two rows of one player were merged" });
  return cells.map(({ result: _result, ...cell }) => cell);
}

/** Only while each of these cells is as the merge left it; what was entered elsewhere since stays where it is. */
export async function returnEntries(
  tx: Tx,
  actor: ClanActor,
  pair: Pair,
  cells: MergedCell[],
  { revision, now }: { revision: number; now: Date },
): Promise<void> {
  const rows = await listCellsOf(tx, actor.clanId, [pair.keepId, pair.dropId]);
  const standing = new Map(rows.map((row) => [`${row.member_id} ${keyOf(row)}`, row]));
  const isUntouched = cells.every((cell) => {
    const keep = standing.get(`${pair.keepId} ${keyOf(cell)}`);
    const drop = standing.get(`${pair.dropId} ${keyOf(cell)}`);
    const isKept = keep?.version === cell.keep_version && keep.points === cell.keep_points;
    return isKept && drop?.version === cell.drop_version;
  });
  if (!isUntouched) {
    throw new ApiError("conflict", "Values that this merge moved were changed since, so it cannot be undone");
  }
  const written = [
    ...cells
      .filter(({ is_rewritten }) => is_rewritten)
      .map((cell) => toEntry(cell, pair.keepId, cell.keep, cell.keep_version + 1)),
    ...cells.map((cell) => toEntry(cell, pair.dropId, cell.drop, cell.drop_version + 1)),
  ];
  await write(tx, actor, pair, written, { revision, now, reason: "A merge of two rows was undone" });
}

function toEntry(
  { day, activity_id }: Pick<MergedCell, "day" | "activity_id">,
  member_id: string,
  content: CellContent | null,
  version: number,
): NewEntry {
  return { day, activity_id, member_id, ...(content ?? nothing), version };
}

const nothing = { state: "cleared", value: null, points: 0, is_met: false, late: false } as const;

async function write(
  tx: Tx,
  { clanId, memberId }: ClanActor,
  { keepId, dropId }: Pair,
  written: NewEntry[],
  { revision, now, reason }: { revision: number; now: Date; reason: string },
): Promise<void> {
  if (written.length === 0) return;
  const save = { clanId, revision, by: memberId, at: now, source: "ui", reason, importId: null } as const;
  await upsertEntries(tx, save, written);
  await insertVersions(tx, save, written);
  const months = [...new Set(written.map(({ day }) => `${day.slice(0, 7)}-01`))];
  await recountMonths(tx, clanId, [keepId, dropId], months);
  // Without days: whoever follows the clan reads anew what is on the screen.
  await publishEvent(tx, { topic: `clan/${clanId}`, name: "entries", data: { days: [], revision } });
}
