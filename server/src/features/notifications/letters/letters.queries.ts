import type { Db } from "../../../db/tables.ts";

/** A bulletin that can be read now. */
export async function findLiveBulletin(db: Db, clanId: string, bulletinId: string, now: Date) {
  const row = await db
    .selectFrom("bulletins")
    .select(["title", "audience", "created_by"])
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .where("deleted_at", "is", null)
    .where("publish_at", "<=", now)
    .where((bulletin) => bulletin.or([bulletin("expires_at", "is", null), bulletin("expires_at", ">", now)]))
    .executeTakeFirst();
  return row ?? null;
}

/** Null for a board that was opened again or thrown away meanwhile. */
export async function findEndedBoard(db: Db, clanId: string, boardId: string) {
  const row = await db
    .selectFrom("scoreboards")
    .select("title")
    .where("clan_id", "=", clanId)
    .where("id", "=", boardId)
    .where("state", "=", "ended")
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** The player whose invite was accepted, while their account is still tied to them. */
export async function findInvitedPlayer(db: Db, clanId: string, inviteId: string) {
  const row = await db
    .selectFrom("invites")
    .innerJoin("clan_members as member", (join) =>
      join.onRef("member.clan_id", "=", "invites.clan_id").onRef("member.id", "=", "invites.clan_member_id"),
    )
    .select(["member.name", "member.user_id"])
    .where("invites.clan_id", "=", clanId)
    .where("invites.id", "=", inviteId)
    .where("invites.is_processed", "=", true)
    .where("member.user_id", "is not", null)
    .where("member.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}

/** Activities that plain members enter themselves. */
export async function listOwnActivities(db: Db, clanId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("activities")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("entry_by", "=", "members")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function listEnteredCells(db: Db, clanId: string, day: string) {
  return db
    .selectFrom("entries")
    .select(["member_id", "activity_id"])
    .where("clan_id", "=", clanId)
    .where("day", "=", day)
    .where("state", "!=", "cleared")
    .execute();
}
