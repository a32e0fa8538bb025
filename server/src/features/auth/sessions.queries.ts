import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type SessionRow = Selectable<Tables["auth_sessions"]>;

export function insertSession(db: Db, session: Insertable<Tables["auth_sessions"]>): Promise<SessionRow> {
  return db.insertInto("auth_sessions").values(session).returningAll().executeTakeFirstOrThrow();
}

/** Locked, with the database's own time: instances may disagree about theirs. */
export async function lockSession(db: Db, sessionId: string) {
  const row = await db
    .selectFrom("auth_sessions")
    .innerJoin("users", "users.id", "auth_sessions.user_id")
    .selectAll("auth_sessions")
    .select(["users.banned_until", "users.deleted_at", sql<Date>`clock_timestamp()`.as("now")])
    .where("auth_sessions.id", "=", sessionId)
    .forUpdate("auth_sessions")
    .executeTakeFirst();
  return row ?? null;
}

export function rotateSession(db: Db, sessionId: string, counter: number, now: Date): Promise<SessionRow> {
  return db
    .updateTable("auth_sessions")
    .set({ refresh_counter: counter, rotated_at: now, refreshed_at: now })
    .where("id", "=", sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("id", "=", sessionId).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("user_id", "=", userId).execute();
}

export async function deleteOtherSessions(db: Db, userId: string, kept: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("user_id", "=", userId).where("id", "!=", kept).execute();
}
