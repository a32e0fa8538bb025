import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "../db/tables.ts";

/** Until so many connections to this database wait for a lock. */
export async function untilWaitingForLock(db: Db, count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(count), {
    timeout: 10_000,
    interval: 25,
  });
}
