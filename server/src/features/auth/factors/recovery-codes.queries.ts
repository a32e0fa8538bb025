import type { Db } from "../../../db/tables.ts";

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
