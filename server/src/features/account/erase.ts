import { currentTime } from "../../db/clock.ts";
import { isLastAppAdmin, lockAppAdmins, removeAppAdmin } from "../../access/app-admins.queries.ts";
import type { Log } from "../../db/log.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { publishClanChanged } from "../../events/publish.ts";
import { deleteMailsTo } from "../../mail/queries.ts";
import { eraseUser as eraseAudit } from "../audit/index.ts";
import { eraseUser, getUser } from "../auth/index.ts";
import { eraseUser as eraseBulletins } from "../bulletins/index.ts";
import { eraseUser as eraseDecisions } from "../decisions/index.ts";
import { eraseUser as eraseDiscord } from "../discord/index.ts";
import { eraseUser as eraseEntries } from "../entries/index.ts";
import { eraseUser as eraseJoinRequests } from "../joining/index.ts";
import { eraseUser as eraseMembers, listClansOfUser, listOwnedClans, lockMembersOfUser } from "../members/index.ts";
import { deleteAccountRows, listUsersToErase, lockUserToErase } from "./queries.ts";

/**
 * Ends the accounts whose grace is over, one by one: what stops the work half-way leaves none half deleted, and one that
 * cannot be ended keeps none of the others.
 */
export async function eraseDueAccounts(db: Db, log: Log, now = currentTime()): Promise<void> {
  for (const userId of await listUsersToErase(db, now)) {
    try {
      const outcome = await eraseDueAccount(db, userId, now);
      if (outcome === "deleted") log.info({ userId }, "account deleted");
      if (outcome === "owner") log.warn({ userId }, "account not deleted yet: it owns a clan");
      if (outcome === "last app admin") log.warn({ userId }, "account not deleted yet: it is the last app admin");
    } catch (err) {
      log.warn({ err, userId }, "account not deleted yet, it is tried again");
    }
  }
}

type Outcome = "deleted" | "owner" | "last app admin" | "kept";

function eraseDueAccount(db: Db, userId: string, now: Date): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    await lockAppAdmins(tx);
    if (!(await lockUserToErase(tx, userId, now))) return "kept";
    await lockMembersOfUser(tx, userId);
    if ((await listOwnedClans(tx, userId)).length > 0) return "owner";
    if (await isLastAppAdmin(tx, userId, now)) return "last app admin";
    await eraseAccount(tx, userId, now);
    return "deleted";
  });
}

/**
 * Leaves nothing that identifies the person; what their players did keeps counting. The audit comes first:
 * it is searched for the names that go afterwards, and for players who are somebody's until then.
 */
export async function eraseAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  const { email, new_email } = await getUser(tx, userId);
  await publishClanChanged(tx, await listClansOfUser(tx, userId));
  await eraseAudit(tx, userId);
  await eraseBulletins(tx, userId);
  await eraseEntries(tx, userId);
  await eraseDecisions(tx, userId);
  await eraseJoinRequests(tx, userId);
  await eraseDiscord(tx, userId);
  await eraseMembers(tx, userId, now);
  await removeAppAdmin(tx, userId);
  await deleteAccountRows(tx, userId);
  for (const address of [email, new_email]) if (address) await deleteMailsTo(tx, address.toLowerCase());
  await eraseUser(tx, userId, now);
}
