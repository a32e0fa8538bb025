import type { Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export function updateProfile(db: Db, userId: string, changes: Updateable<Tables["users"]>) {
  return db
    .updateTable("users")
    .set((user) => ({ ...changes, profile_version: user("profile_version", "+", 1), updated_at: new Date() }))
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
