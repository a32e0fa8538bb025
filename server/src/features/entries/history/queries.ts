import { type RawBuilder, sql } from "kysely";
import type { EntrySource } from "../../../db/entry-tables.ts";
import type { Db } from "../../../db/tables.ts";
import { type CellRange, costOn, entriesOf, isDueOn, isWanted, playersOf, tasksOf } from "./cells.queries.ts";

/** One cell, with the places of its player and activity in their lists. */
export interface CellRow {
  day: string;
  member: number;
  activity: number;
  state: "value" | "excused" | "missing";
  value: number | null;
  points: number;
  is_met: boolean;
  late: boolean;
  version: number;
  entered_by: string | null;
  entered_by_name: string | null;
  entered_at: Date | null;
  source: EntrySource | null;
}

/** A row that a page went up to. */
export interface CellPlace {
  day: string;
  member: number;
  activity: number;
}

interface RowsWish {
  withMissing: boolean;
  after: CellPlace | undefined;
  limit: number;
}

/**
 * Cells of a range, the latest day first, then in the order of players and of activities. All are found before they are
 * sorted: looking them up one by one in that order would take far longer.
 */
export async function listCells(db: Db, range: CellRange, { withMissing, after, limit }: RowsWish): Promise<CellRow[]> {
  const { rows } = await sql<CellRow>`
    with found as materialized (
      ${entryCells(range, after)} ${withMissing ? sql`union all ${missingCells(range, after)}` : sql``}
    ), cell as (
      select * from found order by day desc, member, activity limit ${limit}
    )
    select cell.*, coalesce(writer.name, case when cell.entered_by is not null then 'Former member' end) as entered_by_name
    from cell
    left join clan_members as writer on writer.clan_id = ${range.clanId} and writer.id = cell.entered_by
    order by cell.day desc, cell.member, cell.activity
  `.execute(db);
  return rows;
}

function entryCells(range: CellRange, after: CellPlace | undefined): RawBuilder<unknown> {
  return sql`
    select entry.day, player.place as member, task.place as activity, entry.state, entry.value, entry.points,
      entry.is_met, entry.late, entry.version, entry.entered_by, entry.entered_at, entry.source
    from ${entriesOf(range)} and ${isWanted("entry", range.wanted)} and ${isAfter("entry.day", after)}`;
}

/** A cleared cell is missing too and keeps its version. */
function missingCells(range: CellRange, after: CellPlace | undefined): RawBuilder<unknown> {
  const { clanId, from, to } = range;
  return sql`
    select calendar.day, player.place, task.place, 'missing', null, ${costOn("calendar.day", range)} / 100.0,
      false, false, coalesce(entry.version, 0), null, null, null
    from (
      select ${from}::date + passed as day from generate_series(0, ${to}::date - ${from}::date) as passed
    ) as calendar
    cross join ${playersOf(range)}
    cross join ${tasksOf(range)}
    left join entries as entry on entry.clan_id = ${clanId} and entry.day = calendar.day
      and entry.member_id = player.id and entry.activity_id = task.id
    where ${isDueOn("calendar.day", range)} and (entry.state is null or entry.state = 'cleared')
      and ${isAfter("calendar.day", after)}`;
}

function isAfter(day: string, after: CellPlace | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  return sql`(${sql.ref(day)} < ${after.day}::date
    or (${sql.ref(day)} = ${after.day}::date and (player.place, task.place) > (${after.member}, ${after.activity})))`;
}
