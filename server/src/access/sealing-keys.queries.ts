import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

export function listSealingKeys(db: Db) {
  return db.selectFrom("sealing_keys").select(["id", "key"]).orderBy("created_at", "desc").execute();
}

/** Keeps the key unless there is one already; instances that start together wait for each other here. */
export function insertFirstSealingKey(db: Db, key: { id: string; key: Buffer }): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table sealing_keys in share row exclusive mode`.execute(tx);
    if ((await listSealingKeys(tx)).length > 0) return;
    await tx.insertInto("sealing_keys").values(key).execute();
  });
}
