import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

export function countMembers(db: Db, clanId: string, today: string) {
  return db
    .selectFrom("clan_members as member")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
      row.fn.countAll<number>().filterWhere("status", "=", "inactive").as("inactive"),
      row.fn.countAll<number>().filterWhere("status", "=", "removed").as("removed"),
      row.fn
        .countAll<number>()
        .filterWhere("user_id", "is not", null)
        .filterWhere("status", "!=", "removed")
        .as("linked"),
      row.fn
        .countAll<number>()
        .filterWhere("status", "=", "active")
        .filterWhere(
          row.exists(
            row
              .selectFrom("clan_member_away as away")
              .select("away.id")
              .whereRef("away.clan_id", "=", "member.clan_id")
              .whereRef("away.member_id", "=", "member.id")
              .where("away.starts_on", "<=", today)
              .where("away.ends_on", ">=", today),
          ),
        )
        .as("away"),
    ])
    .where("member.clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
}

/** Boards whose link works now and ends before a moment, the soonest first. */
export function listExpiringBoards(db: Db, clanId: string, now: Date, before: Date) {
  return db
    .selectFrom("scoreboards")
    .select(["id", "title", sql<Date>`share_expires_at`.as("expires_at")])
    .where("clan_id", "=", clanId)
    .where("share_hash", "is not", null)
    .where("share_expires_at", ">", now)
    .where("share_expires_at", "<=", before)
    .where("state", "!=", "archived")
    .where("deleted_at", "is", null)
    .orderBy("share_expires_at")
    .orderBy("id")
    .execute();
}

/** Invites that can still be used, and those of them whose time is up within a day. */
export function countInvites(db: Db, clanId: string) {
  return db
    .selectFrom("invites")
    .select((row) => [
      row.fn.countAll<number>().as("open"),
      row.fn
        .countAll<number>()
        .filterWhere("expires_at", "<=", sql<Date>`now() + interval '24 hours'`)
        .as("expiring"),
    ])
    .where("clan_id", "=", clanId)
    .where("is_processed", "=", false)
    .where("cancelled_at", "is", null)
    .where((invite) => invite.or([invite("expires_at", "is", null), invite("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
}
