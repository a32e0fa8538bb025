import type { Db } from "../../../db/tables.ts";
import { insertAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import { lockUser } from "../users.queries.ts";
import { deleteSessionsOf } from "../sessions.queries.ts";
import { userNotFound } from "./admin-errors.ts";

/** Signs somebody out everywhere, on every instance at once. */
export async function endSessions(db: Db, userId: string, client: Client): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) throw userNotFound();
    await deleteSessionsOf(tx, userId);
    await insertAudit(tx, client, { action: "logout", userId, traits: { scope: "global" } });
  });
}
