import type { Db } from "../../../db/tables.ts";
import type { SessionRow } from "../sessions.queries.ts";

/** The last used first. */
export function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom("auth_sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("refreshed_at", "desc")
    .orderBy("id")
    .execute();
}

/** Takes the owner as well as the session: knowing an id must never reach across accounts. */
export async function deleteSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("auth_sessions")
    .where("user_id", "=", userId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function stampProof(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("auth_sessions")
    .set({ proved_at: now })
    .where("user_id", "=", userId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function listSignIns(db: Db, userId: string, limit: number) {
  return db
    .selectFrom("auth_audit")
    .select(["id", "at", "outcome", "ip", "traits"])
    .where("user_id", "=", userId)
    .where("action", "=", "login")
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}
