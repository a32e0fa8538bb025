import type { Transaction } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { Tables } from "../db/tables.ts";
import type { JobName, JobPayloads } from "./job-payloads.ts";

/** Asks for a job as part of the caller's transaction: it runs after the commit, and never if there is none. */
export async function enqueue<Name extends JobName>(
  tx: Transaction<Tables>,
  name: Name,
  payload: JobPayloads[Name],
  options: { startAfter?: Date } = {},
): Promise<void> {
  const queue = new PgBoss({ db: fromKysely(tx) });
  await queue.send(name, payload, options);
}
