import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

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
      updated_at: new Date(),
    }))
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .returning(["settings", "version"])
    .executeTakeFirstOrThrow();
}

/** Nobody chose this, so the version stays: what somebody is changing meanwhile is not stale for it. */
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
