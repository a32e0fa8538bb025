import type { Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

/** Every clan that has a player of the user. */
export async function listClansPlayedIn(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("clan_members").select("clan_id").where("user_id", "=", userId).execute();
  return [...new Set(rows.map(({ clan_id }) => clan_id))];
}

export function updateProfile(db: Db, userId: string, changes: Updateable<Tables["users"]>) {
  return db
    .updateTable("users")
    .set((user) => ({ ...changes, profile_version: user("profile_version", "+", 1), updated_at: new Date() }))
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
