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
