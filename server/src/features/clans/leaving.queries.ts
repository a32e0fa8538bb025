import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

export async function lockPlayer(db: Db, clanId: string, memberId: string, userId: string) {
  const row = await db
    .selectFrom("clan_members")
    .select(["id", "name", "role", "status"])
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .where("user_id", "=", userId)
    .where("status", "=", "active")
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Takes the player off the roster and their account off the player; what they did stays. */
export async function takeOffRoster(db: Db, clanId: string, memberId: string, today: string): Promise<void> {
  await db
    .updateTable("clan_members")
    .set((row) => ({
      status: "removed",
      user_id: null,
      version: row("version", "+", 1),
      updated_at: sql<Date>`now()`,
    }))
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .execute();
  await db
    .updateTable("clan_member_spans")
    .set({ ends_on: sql<string>`greatest(starts_on, ${today}::date)` })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .where("ends_on", "is", null)
    .execute();
}
