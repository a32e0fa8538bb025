import { sql } from "kysely";
import { currentTime } from "../db/clock.ts";
import type { Db } from "../db/tables.ts";

interface NewSigningKey {
  kid: string;
  sealed_jwk: Buffer;
  public_jwk: object;
}

/** Every key that still verifies, the newest to sign first. */
export function listSigningKeys(db: Db) {
  return db
    .selectFrom("auth_signing_keys")
    .select(["kid", "sealed_jwk", "public_jwk", "signs_from"])
    .where("retired_at", "is", null)
    .orderBy("signs_from", "desc")
    .orderBy("kid")
    .execute();
}

/** Retired ones too, as an operator sees them. */
export function listAllSigningKeys(db: Db) {
  return db
    .selectFrom("auth_signing_keys")
    .select(["kid", "created_at", "signs_from", "retired_at"])
    .orderBy("signs_from", "desc")
    .orderBy("kid")
    .execute();
}

/** Keeps the key unless one signs already; instances that need one at the same moment wait for each other here. */
export function insertSigningKeyIfNone(db: Db, key: NewSigningKey): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx);
    // Read only now: a key that another instance added while this one waited has to count.
    const now = currentTime();
    if ((await listSigningKeys(tx)).some(({ signs_from }) => signs_from <= now)) return;
    await insertSigningKey(tx, key, now);
  });
}

/** Keeps the key unless one is waiting for its time already; returns when the one that waits now begins to sign. */
export async function insertNextSigningKey(tx: Db, key: NewSigningKey, signsFrom: Date, now: Date) {
  await lockSigningKeys(tx);
  const [newest] = await listSigningKeys(tx);
  if (newest && newest.signs_from > now) return { isNew: false, signsFrom: newest.signs_from };
  await insertSigningKey(tx, key, signsFrom);
  return { isNew: true, signsFrom };
}

async function lockSigningKeys(tx: Db): Promise<void> {
  await sql`lock table auth_signing_keys in share row exclusive mode`.execute(tx);
}

async function insertSigningKey(tx: Db, key: NewSigningKey, signsFrom: Date): Promise<void> {
  const { kid, sealed_jwk, public_jwk } = key;
  await tx
    .insertInto("auth_signing_keys")
    .values({ kid, sealed_jwk, public_jwk: JSON.stringify(public_jwk), signs_from: signsFrom })
    .execute();
}

/** Ends a key now, and with it what would be needed to sign with it again; false when there is no such key in use. */
export async function retireSigningKey(tx: Db, kid: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("auth_signing_keys")
    .set({ retired_at: now, sealed_jwk: null, private_jwk: null })
    .where("kid", "=", kid)
    .where("retired_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A key is of no use any more once the next one has signed for longer than any token lives. */
export async function retireKeysReplacedBefore(db: Db, time: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("auth_signing_keys")
    .set({ retired_at: now })
    .where("retired_at", "is", null)
    .where((key) =>
      key.exists(
        key
          .selectFrom("auth_signing_keys as next")
          .select("next.kid")
          .where("next.retired_at", "is", null)
          .where("next.signs_from", "<", time)
          .whereRef("next.signs_from", ">", "auth_signing_keys.signs_from"),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
