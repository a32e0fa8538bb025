import { addDays } from "@clanhall/contract/clan-day";
import { toCsvLine } from "@clanhall/contract/csv";
import type { HistoryRow } from "@clanhall/contract/entry-history";
import { calendarDate } from "@clanhall/contract/text";
import { z } from "zod";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import type { HistoryView } from "./context.ts";
import { type CellPosition, type CellRow, hasVersion, listCells, listVersions, type VersionKey } from "./queries.ts";

/** One page of cells. */
export async function loadHistoryPage(db: Db, view: HistoryView, limit: number, cursor: string | undefined) {
  const rows = await listRows(db, view, limit + 1, cursor === undefined ? undefined : findPlace(view, cursor));
  const items = rows.slice(0, limit).map((row) => toHistoryRow(view, row));
  const last = items.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { items, next_cursor: isMore ? toCursor([last.day, last.member_id, last.activity_id, last.version]) : null };
}

/** Batch by batch, all of them. */
async function* historyBatches(db: Db, view: HistoryView, batch: number): AsyncGenerator<HistoryRow[]> {
  let after: CellPosition | undefined;
  do {
    const rows = await listRows(db, view, batch, after);
    if (rows.length > 0) yield rows.map((row) => toHistoryRow(view, row));
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
}

/** Looks at one day, then at two, then at four and so on until there are enough: a page of a year reads what it shows. */
async function listRows(db: Db, view: HistoryView, limit: number, after?: CellPosition): Promise<CellRow[]> {
  const withMissing = view.mayHaveMissing && (view.wanted.states?.includes("missing") ?? false);
  const found: CellRow[] = [];
  let to = after?.day ?? view.to;
  for (let days = 1; found.length < limit && to >= view.from; days *= 2) {
    const from = later(addDays(to, 1 - days), view.from);
    const options = { withMissing, after, limit: limit - found.length };
    found.push(...(await listCells(db, { ...view, from, to }, options)));
    to = addDays(from, -1);
  }
  return found;
}

function findPlace({ from, to, players, tasks }: HistoryView, cursor: string): CellPosition {
  const [day, memberId, activityId] = readCursor(cursor);
  const member = players.findIndex(({ id }) => id === memberId);
  const activity = tasks.findIndex(({ id }) => id === activityId);
  if (member === -1 || activity === -1 || day < from || day > to) throw wrongCursor();
  return { day, member, activity };
}

function toHistoryRow({ players, tasks }: HistoryView, { member, activity, is_met, ...cell }: CellRow): HistoryRow {
  const [player, task] = [players[member], tasks[activity]];
  if (!player || !task) throw new Error("a cell belongs to nobody");
  return {
    ...cell,
    member_id: player.id,
    member_name: player.name,
    member_tint: player.tint,
    activity_id: task.id,
    activity_name: task.name,
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

const cellKey = z.tuple([calendarDate, z.uuid(), z.uuid(), z.int().min(0)]);

type CellKey = z.infer<typeof cellKey>;

/** Where a page ended: day, player, activity and version of its last row. Callers only hand it back. */
function toCursor(key: CellKey): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

function readCursor(cursor: string): CellKey {
  try {
    return cellKey.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw wrongCursor();
  }
}

function wrongCursor() {
  return invalidField("cursor", "This list has changed. Reload it.");
}

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

/** The cells as the lines of a CSV file. No connection is held while a slow reader reads; the JSON file is read so too. */
export async function* historyCsvLines(db: Db, view: HistoryView): AsyncGenerator<string> {
  yield toCsvLine([...columns]);
  const toExported = exporterOf(view);
  for await (const rows of historyBatches(db, view, batch)) {
    yield rows.map((row) => toCsvLine(columns.map((column) => toExported(row)[column]))).join("");
  }
}

/** The same as a list of objects, one to a line. */
export async function* historyJsonLines(db: Db, view: HistoryView): AsyncGenerator<string> {
  let lead = "[\n";
  const toExported = exporterOf(view);
  for await (const rows of historyBatches(db, view, batch)) {
    yield lead + rows.map((row) => JSON.stringify(toExported(row))).join(",\n");
    lead = ",\n";
  }
  yield lead === ",\n" ? "\n]\n" : "[]\n";
}

function exporterOf({ tasks }: HistoryView): (row: HistoryRow) => Exported {
  const units = new Map(tasks.map(({ id, unit }) => [id, unit]));
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
