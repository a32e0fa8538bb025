import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

export async function findUserByEmail(db: Db, email: string) {
  const row = await db
    .selectFrom("users")
    .select(["id", "email", "display_name"])
    .where(sql`lower(email)`, "=", email.trim().toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

/** Whether this made the user an app admin, or found them one already. */
export async function insertAppAdmin(db: Db, userId: string, note: string | null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("app_admins")
    .values({ user_id: userId, note })
    .onConflict((same) => same.column("user_id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteAppAdmin(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("app_admins").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

export function listAppAdmins(db: Db) {
  return db
    .selectFrom("app_admins")
    .innerJoin("users", "users.id", "app_admins.user_id")
    .select(["users.email", "users.display_name", "app_admins.note", "app_admins.granted_at"])
    .orderBy("app_admins.granted_at")
    .execute();
}
