import type { Db } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { listOverdueMails } from "./mails.queries.ts";

const overdueMs = 60_000;

/** Asks anew for mails that wait although they could have left; one whose job is alive is still sent once. */
export function requeueOverdueMails(db: Db, now = new Date()): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const mailIds = await listOverdueMails(tx, new Date(now.getTime() - overdueMs));
    for (const mailId of mailIds) await enqueue(tx, "deliver-mail", { mailId });
    return mailIds.length;
  });
}
