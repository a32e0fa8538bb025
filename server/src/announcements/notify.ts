import type { Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { JobPayloads } from "../jobs/job-payloads.ts";

/** Has those who asked for it told by mail, as part of the caller's transaction; a large clan keeps no caller waiting. */
export function notify(tx: Tx, news: JobPayloads["notify-members"]): Promise<void> {
  return enqueue(tx, "notify-members", news);
}
