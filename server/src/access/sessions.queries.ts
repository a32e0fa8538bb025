import type { Db } from "../db/tables.ts";

/** The session and what decides whether its owner may still use it, in one look. */
export async function findSessionAndOwner(db: Db, sessionId: string) {
  const row = await db
    .selectFrom("auth_sessions")
    .innerJoin("users", "users.id", "auth_sessions.user_id")
    .select(["auth_sessions.user_id", "auth_sessions.created_at", "auth_sessions.refreshed_at"])
    .select(["auth_sessions.aal", "auth_sessions.amr", "auth_sessions.proved_at", "auth_sessions.reused_at"])
    .select(["users.banned_until", "users.deleted_at"])
    .select((session) =>
      session
        .exists(
          session
            .selectFrom("auth_factors")
            .select("auth_factors.id")
            .whereRef("auth_factors.user_id", "=", "users.id")
            .where("auth_factors.status", "=", "verified")
            .where("auth_factors.type", "in", ["totp", "phone"]),
        )
        .as("has_factor"),
    )
    .where("auth_sessions.id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}
