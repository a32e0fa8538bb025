import { sql } from "kysely";
import type { EntrySource, EntryState } from "../../db/entry-tables.ts";
import type { Db } from "../../db/tables.ts";
import type { CellKey } from "./queries.ts";

/** A cell as it is about to stand. */
export interface NewEntry extends CellKey {
  state: EntryState;
  value: number | null;
  points: number;
  is_met: boolean;
  late: boolean;
  version: number;
}

/** What all cells of one save share. */
export interface Save {
  clanId: string;
  revision: number;
  by: string;
  at: Date;
  source: EntrySource;
  reason: string | null;
  importId: string | null;
}

export async function upsertEntries(tx: Db, { clanId, revision, by, at, source }: Save, entries: NewEntry[]) {
  await sql`
    insert into entries (
      clan_id, day, member_id, activity_id, state, value, points, is_met, late, version,
      revision, entered_by, entered_at, source
    )
    select ${clanId}::uuid, day, member_id, activity_id, state, value, points, is_met, late, version,
      ${revision}::bigint, ${by}::uuid, ${at}::timestamptz, ${source}::text
    from ${asRows(entries)}
    on conflict (clan_id, day, member_id, activity_id) do update set
      state = excluded.state, value = excluded.value, points = excluded.points, is_met = excluded.is_met,
      late = excluded.late, version = excluded.version, revision = excluded.revision,
      entered_by = excluded.entered_by, entered_at = excluded.entered_at, source = excluded.source
  `.execute(tx);
}

export async function insertVersions(tx: Db, { clanId, by, at, source, reason, importId }: Save, entries: NewEntry[]) {
  await sql`
    insert into entry_versions (
      clan_id, day, member_id, activity_id, state, value, points, late, version,
      entered_by, entered_at, source, reason, import_id
    )
    select ${clanId}::uuid, day, member_id, activity_id, state, value, points, late, version,
      ${by}::uuid, ${at}::timestamptz, ${source}::text, ${reason}::text, ${importId}::uuid
    from ${asRows(entries)}
  `.execute(tx);
}

function asRows(entries: NewEntry[]) {
  const listOf = <Name extends keyof NewEntry>(name: Name) => entries.map((entry) => entry[name]);
  return sql`unnest(
    ${listOf("day")}::date[], ${listOf("member_id")}::uuid[], ${listOf("activity_id")}::uuid[],
    ${listOf("state")}::text[], ${listOf("value")}::numeric[], ${listOf("points")}::numeric[],
    ${listOf("is_met")}::boolean[], ${listOf("late")}::boolean[], ${listOf("version")}::integer[]
  ) as entry (day, member_id, activity_id, state, value, points, is_met, late, version)`;
}

/** What a save adds to the sums of one player and activity in a month; less than nothing where it takes away. */
export interface MonthChange {
  month: string;
  member_id: string;
  activity_id: string;
  value_sum: number;
  points: number;
  days_entered: number;
  days_done: number;
  days_met: number;
  days_excused: number;
}

export async function addToMonths(tx: Db, clanId: string, changes: MonthChange[]): Promise<void> {
  const listOf = <Name extends keyof MonthChange>(name: Name) => changes.map((change) => change[name]);
  await sql`
    insert into entry_months as sums (
      clan_id, month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused
    )
    select ${clanId}::uuid, change.*
    from unnest(
      ${listOf("month")}::date[], ${listOf("member_id")}::uuid[], ${listOf("activity_id")}::uuid[],
      ${listOf("value_sum")}::numeric[], ${listOf("points")}::numeric[],
      ${listOf("days_entered")}::integer[], ${listOf("days_done")}::integer[],
      ${listOf("days_met")}::integer[], ${listOf("days_excused")}::integer[]
    ) as change
    on conflict (clan_id, month, member_id, activity_id) do update set
      value_sum = sums.value_sum + excluded.value_sum, points = sums.points + excluded.points,
      days_entered = sums.days_entered + excluded.days_entered, days_done = sums.days_done + excluded.days_done,
      days_met = sums.days_met + excluded.days_met, days_excused = sums.days_excused + excluded.days_excused
  `.execute(tx);
}
