import type { Db } from "../../db/tables.ts";

export async function findLoginActivity(db: Db, userId: string) {
  const row = await db.selectFrom("login_activity").select("adblock").where("user_id", "=", userId).executeTakeFirst();
  return row ?? { adblock: null };
}

export function saveLoginActivity(db: Db, userId: string, activity: { adblock: boolean }) {
  return db
    .insertInto("login_activity")
    .values({ user_id: userId, ...activity })
    .onConflict((same) => same.column("user_id").doUpdateSet({ ...activity, updated_at: new Date() }))
    .returning("adblock")
    .executeTakeFirstOrThrow();
}

export function listSignIns(db: Db, userId: string, limit: number) {
  return db
    .selectFrom("auth_audit")
    .select(["id", "at", "outcome", "ip", "traits"])
    .where("user_id", "=", userId)
    .where("action", "=", "login")
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}
