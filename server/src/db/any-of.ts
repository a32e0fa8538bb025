import { sql } from "kysely";

/** For `column = any(…)`: a list of ids as one parameter, however long it is. */
export function anyOf(ids: string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}
