import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Whether this made the user an app admin, or found them one already. */
export async function insertAppAdmin(db: Db, userId: string, note: string | null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("app_admins")
    .values({ user_id: userId, note })
    .onConflict((same) => same.column("user_id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Makes app admins of those who have proved that one of these addresses is theirs. */
export async function grantNamedAdmins(db: Db, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  const lowered = emails.map((email) => email.toLowerCase());
  await db
    .insertInto("app_admins")
    .columns(["user_id", "note"])
    .expression(
      db
        .selectFrom("users")
        .select((user) => ["id", user.val("named in APP_ADMIN_EMAILS").as("note")])
        .where((user) => user(user.fn("lower", ["email"]), "in", lowered))
        .where("email_confirmed_at", "is not", null)
        .where("deleted_at", "is", null),
    )
    .onConflict((same) => same.column("user_id").doNothing())
    .execute();
}

export async function deleteAppAdmin(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("app_admins").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The first first. */
export function listAppAdmins(db: Db) {
  return db
    .selectFrom("app_admins")
    .innerJoin("users", "users.id", "app_admins.user_id")
    .select(["users.id", "users.email", "users.display_name", "app_admins.note", "app_admins.granted_at"])
    .select((admin) =>
      admin
        .exists(
          admin
            .selectFrom("auth_factors")
            .select("auth_factors.id")
            .whereRef("auth_factors.user_id", "=", "users.id")
            .where("auth_factors.status", "=", "verified")
            .where("auth_factors.type", "in", ["totp", "phone"]),
        )
        .as("has_factor"),
    )
    .where("users.deleted_at", "is", null)
    .orderBy("app_admins.granted_at")
    .orderBy("users.id")
    .execute();
}

/** Whoever makes or unmakes app admins waits here for the one before; reading who is one goes on. */
export async function lockAppAdmins(tx: Db): Promise<void> {
  await sql`lock table app_admins in share row exclusive mode`.execute(tx);
}
