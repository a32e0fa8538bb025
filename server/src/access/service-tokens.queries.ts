import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

/** Promises a token that ends then; returns its id and that moment by the database's clock. */
export function insertServiceToken(db: Db, seconds: number) {
  return db
    .insertInto("service_tokens")
    .values({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
}

export async function findServiceToken(db: Db, id: string) {
  const row = await db
    .selectFrom("service_tokens")
    .select(["expires_at", "revoked_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Those that could still be used, the newest first. */
export function listServiceTokens(db: Db) {
  return db
    .selectFrom("service_tokens")
    .select(["id", "created_at", "expires_at", "revoked_at"])
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** False when there is no such token that could still be used. */
export async function revokeServiceToken(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("service_tokens")
    .set({ revoked_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
