import type { mergeMembers } from "@clanhall/contract/member-imports";
import { addUp, largestValue, outcomeOf, pointsOf, ruleOn } from "@clanhall/contract/rules/scoring";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { listCellsOf } from "./bulk.queries.ts";
import { type CellInput, writeEntries } from "./write.ts";

interface CellContent {
  state: "value" | "excused";
  value: number | null;
  points: number;
  is_met: boolean;
  late: boolean;
}

/** A cell of the dropped row before the merge, with the cell of the kept row, and how the merge left both. */
export interface MergedCell {
  day: string;
  activity_id: string;
  keep: CellContent | null;
  drop: CellContent;
  /** Whether the kept row's cell got a new version. */
  is_rewritten: boolean;
  keep_version: number;
  keep_points: number;
  drop_version: number;
}

type Policy = z.output<(typeof mergeMembers)["body"]>["policy"];
type Row = Awaited<ReturnType<typeof listCellsOf>>[number];
type Preview = Pick<z.output<(typeof mergeMembers)["response"]>, "days" | "entries">;

interface Pair {
  keepId: string;
  dropId: string;
}

/** A cell in which the dropped row has an entry. */
interface OverlappingCell {
  day: string;
  activity_id: string;
  keep: CellContent | null;
  drop: CellContent;
  result: CellContent;
  /** Before the merge; 0 for a cell that was never written. */
  versions: { keep: number; drop: number };
}

const mostLines = 366;

/** The result of moving the entries of one row to another. */
export async function previewMove(db: Db, clanId: string, pair: Pair, policy: Policy) {
  const activities = await listActivities(db, clanId);
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  const rows = await listCellsOf(db, clanId, [pair.keepId, pair.dropId]);
  const kept = new Map(rows.filter(({ member_id }) => member_id === pair.keepId).map((row) => [keyOf(row), row]));
  const cells = rows.flatMap((row): OverlappingCell[] => {
    const drop = row.member_id === pair.dropId ? toContent(row) : null;
    if (drop === null) return [];
    const other = kept.get(keyOf(row));
    const cell = { day: row.day, activity_id: row.activity_id, keep: other ? toContent(other) : null, drop };
    const versions = { keep: other?.version ?? 0, drop: row.version };
    return [{ ...cell, versions, result: mergeCell(cell, policy, byId.get(row.activity_id)) }];
  });
  return { cells, preview: toPreview(cells, byId) };
}

function keyOf({ day, activity_id }: Pick<Row, "day" | "activity_id">): string {
  return `${day} ${activity_id}`;
}

function toContent({ state, value, points, is_met, late }: Row): CellContent | null {
  return state === "cleared" ? null : { state, value, points, is_met, late };
}

/** Of two entries for one cell a value wins over excused, and the policy decides between two values. */
function mergeCell(
  { keep, drop, day }: Pick<OverlappingCell, "keep" | "drop" | "day">,
  policy: Policy,
  activity: ActivityRow | undefined,
): CellContent {
  if (keep === null) return drop;
  if (keep.value === null || drop.value === null) return keep.value === null && drop.value !== null ? drop : keep;
  if (policy === "add" && activity) {
    const value = clamp(activity, addUp([keep.value, drop.value]));
    if (value === keep.value) return keep;
    const rule = ruleOn(activity.rules, day);
    const points = pointsOf(activity.aggregate, rule, value);
    const is_met = outcomeOf(rule, value) === "met";
    return { state: "value", value, points, is_met, late: keep.late || drop.late };
  }
  return policy === "drop" && drop.value !== keep.value ? drop : keep;
}

/** A sum stays within the limits of the activity. */
function clamp({ value_type, min_value, max_value }: ActivityRow, value: number): number {
  if (value_type === "yes_no") return Math.min(value, 1);
  return Math.max(min_value ?? 0, Math.min(value, max_value ?? largestValue));
}

/** Cells in which both rows have an entry come first: the policy decides about them. */
function toPreview(cells: OverlappingCell[], activities: Map<string, ActivityRow>): Preview {
  const both = cells.filter(({ keep }) => keep !== null);
  const moved = cells.filter(({ keep }) => keep === null);
  const days = [...both, ...moved].slice(0, mostLines).map(({ day, activity_id, keep, drop, result }) => {
    const { name = "", value_type = "decimal" } = activities.get(activity_id) ?? {};
    const toText = (content: CellContent | null) => toContentText(content, value_type);
    return { day, activity: name, keep: toText(keep), drop: toText(drop), result: toText(result) };
  });
  return { days, entries: { moved: moved.length, both: both.length } };
}

function toContentText(content: CellContent | null, valueType: ActivityRow["value_type"]): string {
  if (content === null) return "—";
  if (content.value === null) return "Excused";
  if (valueType === "yes_no") return content.value > 0 ? "Yes" : "No";
  if (valueType !== "duration") return String(content.value);
  return `${Math.floor(content.value / 60)}:${String(content.value % 60).padStart(2, "0")}`;
}

interface Move {
  actor: ClanActor;
  pair: Pair;
  /** The number of the save, taken before anything was read. */
  revision: number;
  now: Date;
}

/** Moves the entries to the kept row, and returns what an undo needs. */
export async function moveEntries(tx: Tx, move: Move, cells: OverlappingCell[]): Promise<MergedCell[]> {
  const { keepId, dropId } = move.pair;
  const merged = cells.map(({ result, versions, ...cell }): MergedCell => {
    const is_rewritten = result !== cell.keep;
    const keep_version = versions.keep + (is_rewritten ? 1 : 0);
    return { ...cell, is_rewritten, keep_version, keep_points: result.points, drop_version: versions.drop + 1 };
  });
  const rewritten = cells.filter(({ keep, result }) => result !== keep);
  await write(tx, move, "Players merged", [
    ...rewritten.map((cell) => toInput(cell, keepId, cell.result)),
    ...cells.map((cell) => toInput(cell, dropId, null)),
  ]);
  return merged;
}

/** Only if each of these cells is as the merge left it. Other entries stay where they are. */
export async function returnEntries(tx: Tx, move: Move, cells: MergedCell[]): Promise<void> {
  const { keepId, dropId } = move.pair;
  const rows = await listCellsOf(tx, move.actor.clanId, [keepId, dropId]);
  const stored = new Map(rows.map((row) => [`${row.member_id} ${keyOf(row)}`, row]));
  const isUntouched = cells.every((cell) => {
    const keep = stored.get(`${keepId} ${keyOf(cell)}`);
    const drop = stored.get(`${dropId} ${keyOf(cell)}`);
    const isKept = keep?.version === cell.keep_version && keep.points === cell.keep_points;
    return isKept && drop?.version === cell.drop_version;
  });
  if (!isUntouched) {
    throw new ApiError("conflict", "This merge cannot be undone: some of its values were changed since");
  }
  const rewritten = cells.filter(({ is_rewritten }) => is_rewritten);
  await write(tx, move, "Merge undone", [
    ...rewritten.map((cell) => toInput(cell, keepId, cell.keep)),
    ...cells.map((cell) => toInput(cell, dropId, cell.drop)),
  ]);
}

function toInput(
  { day, activity_id }: Pick<MergedCell, "day" | "activity_id">,
  member_id: string,
  content: CellContent | null,
): CellInput {
  const key = { day, activity_id, member_id };
  if (content === null) return { ...key, state: "cleared", value: null };
  const { state, value, ...score } = content;
  return { ...key, state, value, score };
}

async function write(tx: Tx, { actor, revision, now }: Move, reason: string, cells: CellInput[]): Promise<void> {
  if (cells.length === 0) return;
  const { clanId, memberId } = actor;
  await writeEntries(tx, { clanId, by: memberId, source: "ui", score: "given", reason, revision, now }, cells);
}
