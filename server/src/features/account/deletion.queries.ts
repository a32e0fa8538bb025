import type { Db } from "../../db/tables.ts";

export async function listUsersToErase(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("deletes_at", "<=", now).orderBy("deletes_at").execute();
  return rows.map(({ id }) => id);
}

/** False for somebody who changed their mind a moment ago, or whom another instance has deleted. */
export async function lockUserToErase(tx: Db, userId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deletes_at", "<=", now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAccountRows(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("login_activity").where("user_id", "=", userId).execute();
  await tx.deleteFrom("user_clan_settings").where("user_id", "=", userId).execute();
}
