import type { Db } from "../../../db/tables.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import { lockUser } from "../queries.ts";
import { endSessions } from "../sessions.queries.ts";
import { userNotFound } from "./admin-errors.ts";

/** Signs somebody out everywhere, on every instance at once. */
export async function signOutEverywhere(db: Db, userId: string, client: Client): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) throw userNotFound();
    await endSessions(tx, userId);
    await recordAuthAudit(tx, client, { action: "logout", userId, traits: { scope: "global" } });
  });
}
