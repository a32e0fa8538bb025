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

/** Keeps the key unless there is one already; instances that start together wait for each other here. */
export function insertFirstSigningKey(db: Db, { kid, private_jwk, public_jwk }: NewSigningKey): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table auth_signing_keys in share row exclusive mode`.execute(tx);
    if ((await listSigningKeys(tx)).length > 0) return;
    const values = { kid, private_jwk: JSON.stringify(private_jwk), public_jwk: JSON.stringify(public_jwk) };
    await tx.insertInto("auth_signing_keys").values(values).execute();
  });
}
