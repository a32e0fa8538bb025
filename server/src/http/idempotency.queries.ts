import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

/** A request that got no further than this within a minute has died with its instance. */
const givenUpAfter = sql<Date>`now() - interval '1 minute'`;

/** Whether the key is ours to work on: new, or left behind by a request that died. */
export async function claimKey(db: Db, userId: string, key: string, hash: Buffer): Promise<boolean> {
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({ user_id: userId, key, request_hash: hash })
    .onConflict((same) =>
      same
        .columns(["user_id", "key"])
        .doUpdateSet({ created_at: sql`now()` })
        .where("idempotency_keys.status", "is", null)
        .where("idempotency_keys.request_hash", "=", hash)
        .where("idempotency_keys.created_at", "<", givenUpAfter),
    )
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

export function findKey(db: Db, userId: string, key: string) {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "status", "answer"])
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
}

export async function keepAnswer(db: Db, userId: string, key: string, answer: Buffer): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ status: 200, answer })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
}

export async function releaseKey(db: Db, userId: string, key: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("user_id", "=", userId).where("key", "=", key).execute();
}

/** Keys are for retries, not for ever. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - interval '2 days'`)
    .execute();
}
