import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { deleteClanEntries } from "../entries/index.ts";
import { deleteClan, listClansToDelete, lockClanPast } from "./queries.ts";

const batchSize = 20_000;

/** Ends the clans whose grace is over, one by one. */
export async function deleteDueClans(db: Db, log: Log, now = new Date(), batch = batchSize): Promise<void> {
  for (const clanId of await listClansToDelete(db, now)) {
    if (await deleteClanWithEntries(db, clanId, now, batch)) log.info({ clanId }, "clan deleted");
  }
}

/** Its entries may be millions, so they go in parts before it; held all the while, the clan cannot be taken back half-way. */
function deleteClanWithEntries(db: Db, clanId: string, now: Date, batch: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockClanPast(tx, clanId, now))) return false;
    await deleteClanEntries(tx, clanId, batch);
    await deleteClan(tx, clanId);
    return true;
  });
}
