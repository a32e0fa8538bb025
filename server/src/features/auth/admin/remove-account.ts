import type { Db } from "../../../db/tables.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import { deleteOneTimeTokensOf } from "../mailed/queries.ts";
import { lockUser, updateUser } from "../queries.ts";
import { endSessions } from "../sessions.queries.ts";
import { userNotFound } from "./admin-errors.ts";
import { deleteUser } from "./queries.ts";

/** Softly: nobody can sign in to the account any more, and its address stays taken. Else the account is gone. */
export async function removeAccount(db: Db, userId: string, isSoft: boolean, client: Client): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isRemoved = isSoft ? await closeAccount(tx, userId) : await deleteUser(tx, userId);
    if (!isRemoved) throw userNotFound();
    await recordAuthAudit(tx, client, { action: "user_deleted", userId });
  });
}

async function closeAccount(tx: Db, userId: string): Promise<boolean> {
  if (!(await lockUser(tx, userId))) return false;
  await updateUser(tx, userId, { deleted_at: new Date() });
  await endSessions(tx, userId);
  await deleteOneTimeTokensOf(tx, userId);
  return true;
}
