import type { Caller } from "../../access/caller.ts";
import type { Db } from "../../db/tables.ts";
import { recordAuthAudit } from "./audit.queries.ts";
import type { Client } from "./client.ts";
import { deleteSession, endOtherSessions, endSessions } from "./sessions.queries.ts";

export type SignOutScope = "global" | "local" | "others";

export function signOut(db: Db, { userId, sessionId }: Caller, scope: SignOutScope, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (scope === "global") await endSessions(tx, userId);
    else if (scope === "local") await deleteSession(tx, sessionId);
    else await endOtherSessions(tx, userId, sessionId);
    await recordAuthAudit(tx, client, { action: "logout", userId, traits: { scope } });
  });
}
