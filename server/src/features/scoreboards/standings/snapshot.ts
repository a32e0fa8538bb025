import type { Db } from "../../../db/tables.ts";

/** Sums of months and single entries belong together: what somebody saves in between must not be in one of them alone. */
export function inSnapshot<Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}
