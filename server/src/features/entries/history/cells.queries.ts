import { type RawBuilder, sql } from "kysely";
import type { EntrySource } from "../../../db/entry-tables.ts";

/** A player or an activity, with a 1 for each day of the range on which it is asked, and a 0 for every other. */
interface Asked {
  id: string;
  due: string;
}

/** Which of the cells count: those that any of the states fits, of these writers and sources. Undefined is all. */
export interface Wanted {
  states: ("value" | "excused" | "missing" | "late" | "edited")[] | undefined;
  enteredBy: string[] | undefined;
  sources: EntrySource[] | undefined;
}

/** Cells of one clan: these players and activities on these days. */
export interface CellRange {
  clanId: string;
  from: string;
  to: string;
  /** The first of the days that the lists tell of; the range may begin later. */
  since: string;
  /** Set when few are looked at, so that only their rows are read. */
  memberIds: string[] | undefined;
  members: Asked[];
  activities: Asked[];
  /** What a missing cell costs, in hundredths: all days of the first activity, then all of the next. */
  costs: number[];
  wanted: Wanted;
}

/** The players of the range as a table, each with the place in the list. */
export function playersOf({ members }: CellRange): RawBuilder<unknown> {
  return sql`${asTable(members)} as player (id, due, place)`;
}

export function tasksOf({ activities }: CellRange): RawBuilder<unknown> {
  return sql`${asTable(activities)} as task (id, due, place)`;
}

function asTable(asked: Asked[]): RawBuilder<unknown> {
  return sql`unnest(
    ${asked.map(({ id }) => id)}::uuid[],
    ${asked.map(({ due }) => due)}::varbit[],
    ${asked.map((_, place) => place)}::int[]
  )`;
}

/** The entries of the range, each with its `player` and `task`. */
export function entriesOf(range: CellRange): RawBuilder<unknown> {
  const { clanId, from, to, memberIds } = range;
  return sql`entries as entry
    join ${playersOf(range)} on player.id = entry.member_id
    join ${tasksOf(range)} on task.id = entry.activity_id
    where entry.clan_id = ${clanId} and entry.day between ${from}::date and ${to}::date and entry.state <> 'cleared'
      and ${memberIds ? sql`entry.member_id = any(${memberIds}::uuid[])` : sql`true`}`;
}

/** Whether something was asked on a day, for a row with `player` and `task`. */
export function isDueOn(day: string, { since }: CellRange): RawBuilder<boolean> {
  const passed = sql`${sql.ref(day)} - ${since}::date`;
  return sql`(get_bit(player.due, ${passed}) = 1 and get_bit(task.due, ${passed}) = 1)`;
}

/** What a missing cell of a day costs, in hundredths, for a row with `task`. */
export function costOn(day: string, { since, costs, activities }: CellRange): RawBuilder<number> {
  const days = activities[0]?.due.length ?? 0;
  return sql`(${costs}::int[])[task.place * ${days}::int + (${sql.ref(day)} - ${since}::date) + 1]`;
}

/** Whether an entry, or a version of one, is among those wanted. What was cleared is missing. */
export function isWanted(table: string, { states, enteredBy, sources }: Wanted): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const fits = {
    value: sql`${column("state")} = 'value'`,
    excused: sql`${column("state")} = 'excused'`,
    missing: sql`${column("state")} = 'cleared'`,
    late: sql`${column("late")}`,
    edited: sql`${column("version")} > 1`,
  };
  const conditions = [
    ...(states ? [sql`(${sql.join(states.map((state) => fits[state]), sql` or `)})`] : []),
    ...(enteredBy ? [sql`${column("entered_by")} = any(${enteredBy}::uuid[])`] : []),
    ...(sources ? [sql`${column("source")} = any(${sources}::text[])`] : []),
  ]; // prettier-ignore
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
