import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { deleteClanPast, listClansToDelete } from "./clans.queries.ts";

/** Ends the clans whose grace is over, one by one. */
export async function deleteClans(db: Db, log: Log, now = new Date()): Promise<void> {
  for (const clanId of await listClansToDelete(db, now)) {
    if (await deleteClanPast(db, clanId, now)) log.info({ clanId }, "clan deleted");
  }
}
