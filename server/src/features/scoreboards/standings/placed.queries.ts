import { type RawBuilder, sql } from "kysely";

/** Players or activities as a table, each with its place in the list, so that rows come back by number. */
export function placed(name: string, ids: string[]): RawBuilder<unknown> {
  return sql`unnest(${ids}::uuid[], ${ids.map((_, place) => place)}::int[]) as ${sql.ref(name)} (id, place)`;
}

/** The same with a 1 for each day of a range on which the activity is scheduled, and a 0 for every other. */
export function scheduledTasks(tasks: { id: string; due: string; weight: number }[]): RawBuilder<unknown> {
  return sql`unnest(
    ${tasks.map(({ id }) => id)}::uuid[], ${tasks.map((_, place) => place)}::int[],
    ${tasks.map(({ due }) => due)}::varbit[], ${tasks.map(({ weight }) => weight)}::numeric[]
  ) as task (id, place, due, weight)`;
}
