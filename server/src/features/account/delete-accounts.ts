import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { isLastAppAdmin, lockAppAdmins } from "../app-admins/app-admins.queries.ts";
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
    if (outcome === "owner") log.warn({ userId }, "account not deleted yet: it owns a clan");
    if (outcome === "last app admin") log.warn({ userId }, "account not deleted yet: it is the last app admin");
  }
}

type Outcome = "deleted" | "owner" | "last app admin" | "kept";

function deleteAccount(db: Db, userId: string, now: Date): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    await lockAppAdmins(tx);
    const user = await lockUserToDelete(tx, userId, now);
    if (!user) return "kept";
    await lockMembersOf(tx, userId);
    if ((await listClansOwned(tx, userId)).length > 0) return "owner";
    if (await isLastAppAdmin(tx, userId, now)) return "last app admin";
    await tellBoards(tx, await listClansPlayedIn(tx, userId));
    await anonymiseAccount(tx, user, now);
    return "deleted";
  });
}
