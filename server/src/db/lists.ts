import { sql } from "kysely";

/** For `column = any(…)`: a list of ids as one parameter, however long it is. */
export function anyOf(ids: string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** A list of numbers that was cast to text: the driver would read it letter by letter. Nulls have to be in small letters. */
export function toNumbers(list: string): number[] {
  return JSON.parse(`[${list.slice(1, -1)}]`) as number[];
}
