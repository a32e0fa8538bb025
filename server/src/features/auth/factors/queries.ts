import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Tables } from "../../../db/tables.ts";
import type { UserRow } from "../queries.ts";

export type FactorRow = Selectable<Tables["auth_factors"]>;

export function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return db.selectFrom("auth_factors").selectAll().where("user_id", "=", userId).orderBy("created_at").execute();
}

/** Whoever tries a code or changes a factor of the account waits here for the one before. */
export async function lockFactorOwner(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertFactor(db: Db, factor: Insertable<Tables["auth_factors"]>): Promise<FactorRow> {
  return db.insertInto("auth_factors").values(factor).returningAll().executeTakeFirstOrThrow();
}

export async function updateFactor(db: Db, id: string, changes: Updateable<Tables["auth_factors"]>): Promise<void> {
  await db.updateTable("auth_factors").set(changes).where("id", "=", id).execute();
}

export async function deleteFactors(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom("auth_factors").where("id", "in", ids).execute();
}

/** Those somebody began to add and never proved. */
export async function deleteAbandonedFactors(db: Db, userId: string, before: Date): Promise<void> {
  await db
    .deleteFrom("auth_factors")
    .where("user_id", "=", userId)
    .where("status", "=", "unverified")
    .where("created_at", "<", before)
    .execute();
}

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

export async function countRecoveryCodes(db: Db, factorId: string): Promise<{ total: number; remaining: number }> {
  return db
    .selectFrom("auth_recovery_codes")
    .select(({ fn }) => [
      fn.countAll<number>().as("total"),
      fn.countAll<number>().filterWhere("used_at", "is", null).as("remaining"),
    ])
    .where("factor_id", "=", factorId)
    .executeTakeFirstOrThrow();
}

export async function findUnusedRecoveryCode(db: Db, userId: string, hint: string) {
  const row = await db
    .selectFrom("auth_recovery_codes")
    .innerJoin("auth_factors", "auth_factors.id", "auth_recovery_codes.factor_id")
    .select(["auth_recovery_codes.id", "auth_recovery_codes.code_hash"])
    .where("auth_factors.user_id", "=", userId)
    .where("auth_recovery_codes.hint", "=", hint)
    .where("auth_recovery_codes.used_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether it was still there to be used. */
export async function markRecoveryCodeUsed(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("auth_recovery_codes")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(
  db: Db,
  factorId: string,
  codes: { hint: string; code_hash: string }[],
): Promise<void> {
  await db.deleteFrom("auth_recovery_codes").where("factor_id", "=", factorId).execute();
  await db
    .insertInto("auth_recovery_codes")
    .values(codes.map((code) => ({ factor_id: factorId, ...code })))
    .execute();
}
