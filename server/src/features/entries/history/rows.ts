import { addDays } from "@clanhall/contract/clan-day";
import type { HistoryRow } from "@clanhall/contract/entry-history";
import type { Db } from "../../../db/tables.ts";
import type { HistoryView } from "./context.ts";
import { readCursor, toCursor, wrongCursor } from "./history-cursor.ts";
import { type CellPlace, type CellRow, listCells } from "./queries.ts";

/** One page of cells. */
export async function loadHistoryPage(db: Db, view: HistoryView, limit: number, cursor: string | undefined) {
  const rows = await listRows(db, view, limit + 1, cursor === undefined ? undefined : findPlace(view, cursor));
  const items = rows.slice(0, limit).map((row) => toHistoryRow(view, row));
  const last = items.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { items, next_cursor: isMore ? toCursor([last.day, last.member_id, last.activity_id, last.version]) : null };
}

/** Batch by batch, all of them. */
export async function* historyBatches(db: Db, view: HistoryView, batch: number): AsyncGenerator<HistoryRow[]> {
  let after: CellPlace | undefined;
  do {
    const rows = await listRows(db, view, batch, after);
    if (rows.length > 0) yield rows.map((row) => toHistoryRow(view, row));
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
}

/** Looks at one day, then at two, then at four and so on until there are enough: a page of a year reads what it shows. */
async function listRows(db: Db, view: HistoryView, limit: number, after?: CellPlace): Promise<CellRow[]> {
  const withMissing = view.mayHaveMissing && (view.wanted.states?.includes("missing") ?? false);
  const found: CellRow[] = [];
  let to = after?.day ?? view.to;
  for (let days = 1; found.length < limit && to >= view.from; days *= 2) {
    const from = later(addDays(to, 1 - days), view.from);
    const wish = { withMissing, after, limit: limit - found.length };
    found.push(...(await listCells(db, { ...view, from, to }, wish)));
    to = addDays(from, -1);
  }
  return found;
}

function findPlace({ from, to, players, tasks }: HistoryView, cursor: string): CellPlace {
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
