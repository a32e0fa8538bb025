import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "../../../db/tables.ts";

export type ChallengeRow = Selectable<Tables["auth_challenges"]>;

export async function insertChallenge(db: Db, challenge: Insertable<Tables["auth_challenges"]>): Promise<void> {
  await db.insertInto("auth_challenges").values(challenge).execute();
}

/** Takes the factor and the session as well: a challenge is worth nothing elsewhere. */
export async function findChallenge(db: Db, challenge: { id: string; factorId: string; sessionId: string }) {
  const row = await db
    .selectFrom("auth_challenges")
    .selectAll()
    .where("id", "=", challenge.id)
    .where("factor_id", "=", challenge.factorId)
    .where("session_id", "=", challenge.sessionId)
    .executeTakeFirst();
  return row ?? null;
}

export async function countWrongCode(db: Db, id: string): Promise<void> {
  await db
    .updateTable("auth_challenges")
    .set((challenge) => ({ attempts: challenge("attempts", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function markChallengeUsed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("auth_challenges").set({ verified_at: now }).where("id", "=", id).execute();
}

export async function deleteChallenge(db: Db, id: string): Promise<void> {
  await db.deleteFrom("auth_challenges").where("id", "=", id).execute();
}

export async function deleteExpiredChallenges(db: Db, factorId: string, now: Date): Promise<void> {
  await db.deleteFrom("auth_challenges").where("factor_id", "=", factorId).where("expires_at", "<=", now).execute();
}
