import type { Db } from "../../db/tables.ts";

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
