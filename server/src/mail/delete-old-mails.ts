import type { Log } from "../db/log.ts";
import type { Db } from "../db/tables.ts";
import { deleteMailsBefore, removeEndedBodies } from "./mails.queries.ts";

const keptDays = 90;

/** Bodies go when what they hold has ended; that there was a mail is known for longer. */
export async function deleteOldMails(db: Db, log: Log, now = new Date()): Promise<void> {
  await removeEndedBodies(db, now);
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  const deleted = await deleteMailsBefore(db, oldest);
  if (deleted > 0n) log.info({ deleted: Number(deleted) }, "old mails deleted");
}
