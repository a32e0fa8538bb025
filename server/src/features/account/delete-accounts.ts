import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import {
  anonymiseAccount,
  listClansOwned,
  listUsersToDelete,
  lockMembersOf,
  lockUserToDelete,
} from "./deletion.queries.ts";
import { listClansPlayedIn } from "./profile.queries.ts";
import { tellBoards } from "../../events/tell-boards.ts";

/** Ends the accounts whose grace is over, one by one: what stops the work half-way leaves none half deleted. */
export async function deleteAccounts(db: Db, log: Log, now = new Date()): Promise<void> {
  for (const userId of await listUsersToDelete(db, now)) {
    const outcome = await deleteAccount(db, userId, now);
    if (outcome === "deleted") log.info({ userId }, "account deleted");
    if (outcome === "waits") log.warn({ userId }, "account not deleted yet: it owns a clan");
  }
}

function deleteAccount(db: Db, userId: string, now: Date): Promise<"deleted" | "waits" | "kept"> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUserToDelete(tx, userId, now);
    if (!user) return "kept";
    await lockMembersOf(tx, userId);
    if ((await listClansOwned(tx, userId)).length > 0) return "waits";
    await tellBoards(tx, await listClansPlayedIn(tx, userId));
    await anonymiseAccount(tx, user, now);
    return "deleted";
  });
}
