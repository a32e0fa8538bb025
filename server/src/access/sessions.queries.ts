import type { Db } from "../db/tables.ts";

/** The session and what decides whether its owner may still use it, in one look. */
export async function findSessionAndOwner(db: Db, sessionId: string) {
  const row = await db
    .selectFrom("auth_sessions")
    .innerJoin("users", "users.id", "auth_sessions.user_id")
    .select(["auth_sessions.user_id", "auth_sessions.created_at", "auth_sessions.refreshed_at"])
    .select(["users.banned_until", "users.deleted_at"])
    .where("auth_sessions.id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}
