import type { NotificationKind } from "@clanhall/contract/notifications";
import { type NotNull, sql } from "kysely";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";

/** Null for a clan that is archived or being deleted. */
export async function findActiveClan(db: Db, clanId: string) {
  const row = await db
    .selectFrom("clans")
    .select(["id", "name", "toggles", "grace_days", "first_day"])
    .where("id", "=", clanId)
    .where("archived_at", "is", null)
    .where("deletes_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export type Reader = Awaited<ReturnType<typeof listReaders>>[number];

/** Active members who want the kind and have a confirmed address. */
export function listReaders(db: Db, clanId: string, kind: NotificationKind, now: Date) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin("users", "users.id", "member.user_id")
    .innerJoin("user_clan_settings as chosen", (join) =>
      join.onRef("chosen.clan_id", "=", "member.clan_id").onRef("chosen.user_id", "=", "member.user_id"),
    )
    .select(["users.id as user_id", "users.email", "member.id as member_id", "member.role"])
    .where("member.clan_id", "=", clanId)
    .where("member.status", "=", "active")
    .where(wants(kind))
    .where("users.email", "is not", null)
    .where("users.email_confirmed_at", "is not", null)
    .where("users.deleted_at", "is", null)
    .where("users.deletes_at", "is", null)
    .where((user) => user.or([user("users.banned_until", "is", null), user("users.banned_until", "<=", now)]))
    .orderBy("member.id")
    .$narrowType<{ email: NotNull }>()
    .execute();
}

/** Clans in which somebody wants to be reminded. */
export async function listClansToRemind(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("user_clan_settings as chosen")
    .innerJoin("clans", "clans.id", "chosen.clan_id")
    .select("clans.id")
    .distinct()
    .where(wants("reminder"))
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .orderBy("clans.id")
    .execute();
  return rows.map(({ id }) => id);
}

function wants(kind: NotificationKind) {
  return sql<boolean>`chosen.settings @> ${JSON.stringify({ mail: { [kind]: true } })}::jsonb`;
}

/** The clans of a user, each with the kinds of mail they chose. */
export function listChoices(db: Db, userId: string) {
  return choicesOf(db, userId).execute();
}

export async function findChoices(db: Db, clanId: string, userId: string) {
  const row = await choicesOf(db, userId).where("clans.id", "=", clanId).executeTakeFirst();
  return row ?? null;
}

export type ChoicesRow = Awaited<ReturnType<typeof listChoices>>[number];

type Chosen = Partial<Record<NotificationKind, boolean>>;

function choicesOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as me")
    .innerJoin("clans", "clans.id", "me.clan_id")
    .innerJoin("users", "users.id", "me.user_id")
    .leftJoin("user_clan_settings as mine", (join) =>
      join.onRef("mine.clan_id", "=", "clans.id").onRef("mine.user_id", "=", "me.user_id"),
    )
    .select(["clans.id as clan_id", "clans.name as clan_name", "clans.toggles", "me.role"])
    .select(sql<Chosen | null>`mine.settings -> 'mail'`.as("mail"))
    .select(sql<Chosen | null>`mine.settings -> 'discord'`.as("discord"))
    .select(
      sql<string | null>`coalesce(mine.settings ->> 'public_name', users.privacy ->> 'public_name')`.as("public_name"),
    )
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("clans.deletes_at", "is", null)
    .orderBy(sql`lower(clans.name)`)
    .orderBy("clans.id");
}

/** One statement, so that two changes at once both count; the version of the other settings stays. */
export async function saveChoices(
  db: Db,
  clanId: string,
  userId: string,
  channel: "mail" | "discord",
  chosen: Chosen,
): Promise<void> {
  await db
    .insertInto("user_clan_settings")
    .values({ clan_id: clanId, user_id: userId, settings: JSON.stringify({ [channel]: chosen }), version: 0 })
    .onConflict((same) =>
      same.columns(["clan_id", "user_id"]).doUpdateSet({
        settings: sql`user_clan_settings.settings || jsonb_build_object(${channel}::text,
          coalesce(user_clan_settings.settings -> ${channel}::text, '{}') || (excluded.settings -> ${channel}::text))`,
        updated_at: currentTime(),
      }),
    )
    .execute();
}

/** Changes nothing for somebody who never turned it on. */
export async function switchOff(db: Db, clanId: string, userId: string, kind: NotificationKind): Promise<void> {
  await db
    .updateTable("user_clan_settings")
    .set({ settings: sql`jsonb_set(settings, ${["mail", kind]}::text[], 'false')`, updated_at: currentTime() })
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .where(sql<boolean>`settings @> ${JSON.stringify({ mail: { [kind]: true } })}::jsonb`)
    .execute();
}

export async function findClanName(db: Db, clanId: string): Promise<string | null> {
  const row = await db.selectFrom("clans").select("name").where("id", "=", clanId).executeTakeFirst();
  return row?.name ?? null;
}

/** Null for a scoreboard that was reopened or deleted meanwhile. */
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

/** The member whose invite was accepted, while their account is still linked. */
export async function findInvitedMember(db: Db, clanId: string, inviteId: string) {
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

/** A request that an officer decided, and that its asker has not read yet. */
export async function findAnsweredRequest(db: Db, clanId: string, requestId: string) {
  const row = await db
    .selectFrom("member_requests as request")
    .innerJoin("clan_members as officer", (join) =>
      join.onRef("officer.clan_id", "=", "request.clan_id").onRef("officer.id", "=", "request.decided_by"),
    )
    .leftJoin("activities as activity", (join) =>
      join.onRef("activity.clan_id", "=", "request.clan_id").onRef("activity.id", "=", "request.activity_id"),
    )
    .select(["request.member_id", "request.state", "request.answer", "request.day", "request.starts_on"])
    .select(["request.ends_on", "officer.name as officer", "activity.name as activity"])
    .where("request.clan_id", "=", clanId)
    .where("request.id", "=", requestId)
    .where("request.state", "in", ["accepted", "declined"])
    .where("request.seen_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}
