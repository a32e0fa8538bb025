import type { Db } from "../db/tables.ts";

export async function hasUser(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isAppAdmin(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom("app_admins").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  return row !== undefined;
}

/** The caller's place in a clan. Inactive and removed members have none. */
export async function findMembership(db: Db, clanId: string, userId: string) {
  const row = await db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clan_members.id", "clan_members.role", "clan_members.name"])
    .select(["clans.toggles", "clans.archived_at", "clans.deletes_at"])
    .where("clan_members.clan_id", "=", clanId)
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}
