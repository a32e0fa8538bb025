import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

interface NewSigningKey {
  kid: string;
  private_jwk: object;
  public_jwk: object;
}

/** Every key that still verifies, the newest to sign first. */
export function listSigningKeys(db: Db) {
  return db
    .selectFrom("auth_signing_keys")
    .select(["kid", "private_jwk", "public_jwk", "signs_from"])
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

/** Keeps the key unless there is one already; instances that start together wait for each other here. */
export function insertFirstSigningKey(db: Db, { kid, private_jwk, public_jwk }: NewSigningKey): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table auth_signing_keys in share row exclusive mode`.execute(tx);
    if ((await listSigningKeys(tx)).length > 0) return;
    await insertSigningKey(tx, { kid, private_jwk, public_jwk });
  });
}

/** Keeps the key unless one is waiting for its time already; returns when the one that waits now begins to sign. */
export function insertNextSigningKey(db: Db, key: NewSigningKey, signsFrom: Date, now: Date) {
  return db.transaction().execute(async (tx) => {
    await sql`lock table auth_signing_keys in share row exclusive mode`.execute(tx);
    const [newest] = await listSigningKeys(tx);
    if (newest && newest.signs_from > now) return { isNew: false, signsFrom: newest.signs_from };
    await insertSigningKey(tx, key, signsFrom);
    return { isNew: true, signsFrom };
  });
}

async function insertSigningKey(tx: Db, key: NewSigningKey, signsFrom = new Date()): Promise<void> {
  const { kid, private_jwk, public_jwk } = key;
  const jwks = { private_jwk: JSON.stringify(private_jwk), public_jwk: JSON.stringify(public_jwk) };
  await tx
    .insertInto("auth_signing_keys")
    .values({ kid, ...jwks, signs_from: signsFrom })
    .execute();
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
