import { sql } from "kysely";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";

export async function findLoginActivity(db: Db, userId: string) {
  const row = await db.selectFrom("login_activity").select("adblock").where("user_id", "=", userId).executeTakeFirst();
  return row ?? { adblock: null };
}

export function saveLoginActivity(db: Db, userId: string, activity: { adblock: boolean }) {
  return db
    .insertInto("login_activity")
    .values({ user_id: userId, ...activity })
    .onConflict((same) => same.column("user_id").doUpdateSet({ ...activity, updated_at: currentTime() }))
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

export async function findClanSettings(db: Db, clanId: string, userId: string) {
  const row = await db
    .selectFrom("user_clan_settings")
    .select(["settings", "version"])
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** A first choice has nothing to lock yet, so its row is made: at version 0, which is what was read before it. */
export async function lockClanSettings(db: Db, clanId: string, userId: string) {
  await db
    .insertInto("user_clan_settings")
    .values({ clan_id: clanId, user_id: userId, version: 0 })
    .onConflict((same) => same.columns(["clan_id", "user_id"]).doNothing())
    .execute();
  return db
    .selectFrom("user_clan_settings")
    .select(["settings", "version", "updated_at"])
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export function updateClanSettings(db: Db, clanId: string, userId: string, settings: object) {
  return db
    .updateTable("user_clan_settings")
    .set((row) => ({
      settings: JSON.stringify(settings),
      version: row("version", "+", 1),
      updated_at: currentTime(),
    }))
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .returning(["settings", "version"])
    .executeTakeFirstOrThrow();
}

/** Not a choice of the user, so the version stays and an open form is not stale. */
export async function saveClanUse(db: Db, clanId: string, userId: string, at: Date): Promise<void> {
  await db
    .insertInto("user_clan_settings")
    .values({
      clan_id: clanId,
      user_id: userId,
      settings: JSON.stringify({ last_used_at: at.toISOString() }),
      version: 0,
    })
    .onConflict((same) =>
      same.columns(["clan_id", "user_id"]).doUpdateSet({
        settings: sql`user_clan_settings.settings || excluded.settings`,
      }),
    )
    .execute();
}

export async function listUsersToErase(db: Db, now: Date): Promise<string[]> {
  const rows = await db.selectFrom("users").select("id").where("deletes_at", "<=", now).orderBy("deletes_at").execute();
  return rows.map(({ id }) => id);
}

/**
 * False for somebody who changed their mind a moment ago, or whom another instance has deleted. What only refers to the
 * account is still written meanwhile: whoever does that may have locked a clan that is waited for next.
 */
export async function lockUserToErase(tx: Db, userId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deletes_at", "<=", now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAccountRows(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("login_activity").where("user_id", "=", userId).execute();
  await tx.deleteFrom("user_clan_settings").where("user_id", "=", userId).execute();
}
