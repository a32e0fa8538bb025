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
