import { CompiledQuery, type DatabaseConnection, sql } from "kysely";
import type { Db } from "../db/tables.ts";

/** Whose key it is, and which try holds it. */
interface Claim {
  userId: string;
  key: string;
  claim: string;
}

/** A request that got no further than this has died with its instance: nobody waits longer for an answer. */
const givenUpAfter = sql<Date>`now() - interval '10 seconds'`;

/** The key if it is ours to work on: new, or left behind by a request that died before it had done anything. */
export async function claimKey(db: Db, userId: string, key: string, hash: Buffer): Promise<Claim | null> {
  const claimed = await db
    .insertInto("idempotency_keys")
    .values({ user_id: userId, key, request_hash: hash })
    .onConflict((same) =>
      same
        .columns(["user_id", "key"])
        .doUpdateSet({ created_at: sql`now()`, claim: sql`gen_random_uuid()` })
        .where("idempotency_keys.status", "is", null)
        .where("idempotency_keys.done_at", "is", null)
        .where("idempotency_keys.request_hash", "=", hash)
        .where("idempotency_keys.created_at", "<", givenUpAfter),
    )
    .returning("claim")
    .executeTakeFirst();
  return claimed ? { userId, key, claim: claimed.claim } : null;
}

export function findKey(db: Db, userId: string, key: string) {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .select(sql<boolean>`done_at < ${givenUpAfter}`.as("is_interrupted"))
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** Notes in the transaction of the work that it is done; false when a later try has taken the key over. */
export async function markDone(connection: DatabaseConnection, { userId, key, claim }: Claim): Promise<boolean> {
  const statement = "update idempotency_keys set done_at = now() where user_id = $1 and key = $2 and claim = $3";
  const { numAffectedRows } = await connection.executeQuery(CompiledQuery.raw(statement, [userId, key, claim]));
  return numAffectedRows === 1n;
}

/** Keeps an answer, and of the account's earlier ones the newest that fit beside it. */
export async function keepAnswer(db: Db, { userId, key, claim }: Claim, answer: Buffer, bytes: number): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ status: 200, answer })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .execute();
  await sql`
    update idempotency_keys set status = null, answer = null
    from (
      select key, sum(octet_length(answer)) over (order by created_at desc, key) as bytes
      from idempotency_keys where user_id = ${userId} and answer is not null
    ) as kept
    where idempotency_keys.user_id = ${userId} and idempotency_keys.key = kept.key and kept.bytes > ${bytes}
  `.execute(db);
}

/** What has done something keeps its key: tried again, it would do it twice. */
export async function releaseKey(db: Db, { userId, key, claim }: Claim): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .where("claim", "=", claim)
    .where("done_at", "is", null)
    .execute();
}

/** Keys are for retries, not for ever. */
export const keyDays = 2;

export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${keyDays})`)
    .execute();
}
