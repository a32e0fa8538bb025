import { addDays } from "@clanhall/contract/rules/clan-day";
import type { HistoryRow } from "@clanhall/contract/entry-history";
import { calendarDate } from "@clanhall/contract/text";
import { z } from "zod";
import { csvLines } from "../../../db/csv-lines.ts";
import type { Db } from "../../../db/tables.ts";
import { readCursor, toCursor, toPage, wrongCursor } from "../../../http/cursor.ts";
import type { HistoryContext } from "./context.ts";
import { hasVersion, listVersions, type VersionKey } from "./changes.queries.ts";
import { type CellPosition, type CellRange, type CellRow, listCells } from "./queries.ts";

/** One page of cells. */
export async function loadHistoryPage(db: Db, context: HistoryContext, limit: number, cursor: string | undefined) {
  const rows = await listRows(db, context, limit + 1, cursor === undefined ? undefined : findPosition(context, cursor));
  return toPage(
    rows.map((row) => toHistoryRow(context, row)),
    limit,
    toCellCursor,
  );
}

/** All cells, in batches. A batch begins with about as many days as the last one needed, but not with very many. */
async function* historyBatches(db: Db, context: HistoryContext, batch: number): AsyncGenerator<HistoryRow[]> {
  let after: CellPosition | undefined;
  let days = 1;
  do {
    const rows = await listRows(db, context, batch, after, days);
    if (rows.length > 0) yield rows.map((row) => toHistoryRow(context, row));
    days = Math.min(new Set(rows.map(({ day }) => day)).size, 7);
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
}

/** Reads one day, then two, then four and so on until there are enough: a page of a year reads little more than it shows. */
async function listRows(
  db: Db,
  context: HistoryContext,
  limit: number,
  after?: CellPosition,
  daysFirst = 1,
): Promise<CellRow[]> {
  const withMissing = context.mayHaveMissing && (context.wanted.states?.includes("missing") ?? false);
  const found: CellRow[] = [];
  let to = after?.day ?? context.to;
  for (let days = daysFirst; found.length < limit && to >= context.from; days *= 2) {
    const from = later(addDays(to, 1 - days), context.from);
    const options = { withMissing, after, limit: limit - found.length };
    found.push(...(await listCells(db, cutTo(context, from, to), options)));
    to = addDays(from, -1);
  }
  return found;
}

/** What is due on these days alone: that of a whole year would be sent with every statement. */
function cutTo(context: HistoryContext, from: string, to: string): CellRange {
  const { days, dueMembers, dueActivities, costs } = context;
  const [first, end] = [days.indexOf(from), days.indexOf(to) + 1];
  const cut = ({ id, due }: CellRange["dueMembers"][number]) => ({ id, due: due.slice(first, end) });
  return {
    ...context,
    from,
    to,
    since: from,
    dueMembers: dueMembers.map(cut),
    dueActivities: dueActivities.map(cut),
    costs: dueActivities.flatMap((_, index) => costs.slice(index * days.length + first, index * days.length + end)),
  };
}

function findPosition({ from, to, members, activities }: HistoryContext, cursor: string): CellPosition {
  const [day, memberId, activityId] = readCursor(cellKey, cursor);
  const member = members.findIndex(({ id }) => id === memberId);
  const activity = activities.findIndex(({ id }) => id === activityId);
  if (member === -1 || activity === -1 || day < from || day > to) throw wrongCursor();
  return { day, member, activity };
}

function toHistoryRow(
  context: HistoryContext,
  { member: memberIndex, activity: activityIndex, is_met, ...cell }: CellRow,
): HistoryRow {
  const [member, activity] = [context.members[memberIndex], context.activities[activityIndex]];
  if (!member || !activity) throw new Error("a cell belongs to nobody");
  return {
    ...cell,
    member_id: member.id,
    member_name: member.name,
    member_tint: member.tint,
    activity_id: activity.id,
    activity_name: activity.name,
    edited: cell.state !== "missing" && cell.version > 1,
    outcome: outcomeOf(cell, is_met),
    entered_at: cell.entered_at?.toISOString() ?? null,
  };
}

function outcomeOf({ state, value }: Pick<CellRow, "state" | "value">, isMet: boolean): HistoryRow["outcome"] {
  if (state !== "value") return null;
  if (isMet) return "met";
  return (value ?? 0) > 0 ? "partly" : "missed";
}

function later(day: string, other: string): string {
  return day > other ? day : other;
}

/** Day, member, activity and version of the last row of a page. */
const cellKey = z.tuple([calendarDate, z.uuid(), z.uuid(), z.int().min(0)]);

function toCellCursor({ day, member_id, activity_id, version }: VersionKey): string {
  return toCursor([day, member_id, activity_id, version]);
}

/** One page of writes, the latest first. */
export async function loadChanges(db: Db, context: HistoryContext, limit: number, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : await findVersion(db, context, cursor);
  const members = new Map(context.members.map((member) => [member.id, member]));
  const activities = new Map(context.activities.map(({ id, name }) => [id, name]));
  const filter = { ...context, memberIds: [...members.keys()], activityIds: [...activities.keys()] };
  const rows = await listVersions(db, filter, limit + 1, after);
  const page = toPage(rows, limit, toCellCursor);
  const items = page.items.map(({ before_state, before_value, ...row }) => ({
    ...row,
    member_name: members.get(row.member_id)?.name ?? "",
    member_tint: members.get(row.member_id)?.tint ?? 0,
    activity_name: activities.get(row.activity_id) ?? "",
    entered_at: row.entered_at.toISOString(),
    before: before_state && { state: before_state, value: before_value },
  }));
  return { ...page, items };
}

async function findVersion(db: Db, { clanId }: HistoryContext, cursor: string): Promise<VersionKey> {
  const [day, member_id, activity_id, version] = readCursor(cellKey, cursor);
  const key = { day, member_id, activity_id, version };
  if (!(await hasVersion(db, clanId, key))) throw wrongCursor();
  return key;
}

const batch = 2_000;

const columns = [
  "day",
  "player",
  "player_id",
  "activity",
  "activity_id",
  "state",
  "value",
  "unit",
  "points",
  "late",
  "edited",
  "entered_by",
  "entered_at",
  "source",
] as const;

type Exported = Record<(typeof columns)[number], string | number | boolean | null>;

/** The cells as the lines of a CSV file. No connection is held while a slow client reads; the same for JSON. */
export function historyCsvLines(db: Db, context: HistoryContext): AsyncGenerator<string> {
  const toExported = exporterOf(context);
  return csvLines(columns, historyBatches(db, context, batch), (row) => {
    const exported = toExported(row);
    return columns.map((column) => exported[column]);
  });
}

/** The same as a list of objects, one to a line. */
export async function* historyJsonLines(db: Db, context: HistoryContext): AsyncGenerator<string> {
  let lead = "[\n";
  const toExported = exporterOf(context);
  for await (const rows of historyBatches(db, context, batch)) {
    yield lead + rows.map((row) => JSON.stringify(toExported(row))).join(",\n");
    lead = ",\n";
  }
  yield lead === ",\n" ? "\n]\n" : "[]\n";
}

function exporterOf({ activities }: HistoryContext): (row: HistoryRow) => Exported {
  const units = new Map(activities.map(({ id, unit }) => [id, unit]));
  return (row) => ({
    day: row.day,
    player: row.member_name,
    player_id: row.member_id,
    activity: row.activity_name,
    activity_id: row.activity_id,
    state: row.state,
    value: row.value,
    unit: units.get(row.activity_id) ?? "",
    points: row.points,
    late: row.late,
    edited: row.edited,
    entered_by: row.entered_by_name,
    entered_at: row.entered_at,
    source: row.source,
  });
}
