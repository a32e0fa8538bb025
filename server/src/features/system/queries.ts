import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

export function askDatabase(db: Db) {
  return sql`select 1`.execute(db);
}
