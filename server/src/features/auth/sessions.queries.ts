import { type Insertable, type Selectable, sql } from "kysely";
import type { AuthMethod } from "../../db/account-tables.ts";
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

/** Raises the session to aal2. Tokens from before are worth nothing from here on, whatever the reuse window says. */
export function liftSession(
  db: Db,
  sessionId: string,
  { amr, factorId, now }: { amr: AuthMethod[]; factorId: string; now: Date },
): Promise<SessionRow> {
  return db
    .updateTable("auth_sessions")
    .set((session) => ({
      aal: "aal2",
      amr: JSON.stringify(amr),
      factor_id: factorId,
      proved_at: now,
      refresh_counter: session("refresh_counter", "+", 1),
      min_counter: session("refresh_counter", "+", 1),
      rotated_at: now,
      refreshed_at: now,
    }))
    .where("id", "=", sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a factor has proved goes with the factor. */
export async function lowerSessionsOf(db: Db, factorIds: string[]): Promise<void> {
  const firstFactors = sql<string>`(
    select coalesce(jsonb_agg(entry order by place), '[]')
    from jsonb_array_elements(amr) with ordinality as methods (entry, place)
    where entry ->> 'method' not in ('totp', 'mfa/phone', 'mfa/recovery_code'))`;
  await db
    .updateTable("auth_sessions")
    .set({ aal: "aal1", factor_id: null, amr: firstFactors })
    .where("factor_id", "in", factorIds)
    .execute();
}

/** Those that have proved less than an account with a second factor asks for. */
export async function deleteOtherHalfSessions(db: Db, userId: string, kept: string): Promise<void> {
  await db
    .deleteFrom("auth_sessions")
    .where("user_id", "=", userId)
    .where("aal", "=", "aal1")
    .where("id", "!=", kept)
    .execute();
}

/** The row stays for a while, so that everybody who holds one of its tokens is told why it ended. */
export async function endReusedSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable("auth_sessions").set({ reused_at: now }).where("id", "=", sessionId).execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("id", "=", sessionId).execute();
}

export async function endSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("user_id", "=", userId).execute();
}

export async function endOtherSessions(db: Db, userId: string, kept: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("user_id", "=", userId).where("id", "!=", kept).execute();
}

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
export async function endSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
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
