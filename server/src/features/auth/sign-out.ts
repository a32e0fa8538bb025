import type { Caller } from "../../access/caller.ts";
import type { Db } from "../../db/tables.ts";
import { insertAudit } from "./audit.queries.ts";
import type { Client } from "./client.ts";
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from "./sessions.queries.ts";

export type SignOutScope = "global" | "local" | "others";

export function signOut(db: Db, { userId, sessionId }: Caller, scope: SignOutScope, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (scope === "global") await deleteSessionsOf(tx, userId);
    else if (scope === "local") await deleteSession(tx, sessionId);
    else await deleteOtherSessions(tx, userId, sessionId);
    await insertAudit(tx, client, { action: "logout", userId, traits: { scope } });
  });
}
