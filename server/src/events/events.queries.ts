import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

/** Reaches the listeners of the channel when the transaction commits, and nobody when it is rolled back. */
export async function notifyChannel(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
