import { sql } from "kysely";
import { isForManagers, memberLists, memberTexts } from "@clanhall/contract/fields/member-fields";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { playersOfUser } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";

/** Somebody's players, merged ones too, with all that is kept about them but what is for officers. */
export function listMembershipsOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members")
    .innerJoin(playersOfUser(userId).as("own"), (join) =>
      join.onRef("own.clan_id", "=", "clan_members.clan_id").onRef("own.id", "=", "clan_members.id"),
    )
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clans.name as clan", "clan_members.name as player", "clan_members.role", "clan_members.status"])
    .select(["clan_members.tint", "clan_members.joined_at"])
    .select(
      [...memberLists, ...memberTexts.filter((field) => !isForManagers(field))].map(
        (field) => `clan_members.${field}` as const,
      ),
    )
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom("clan_member_away")
          .select(["starts_on as from", "ends_on as to", "reason"])
          .whereRef("clan_member_away.clan_id", "=", "clan_members.clan_id")
          .whereRef("clan_member_away.member_id", "=", "clan_members.id")
          .orderBy("starts_on"),
      ).as("away"),
    )
    .orderBy("clan_members.joined_at")
    .execute();
}

/** The entries of somebody's own players, whoever entered them. */
export function listEntriesOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin("clans", "clans.id", "member.clan_id")
    .innerJoin("entries", (join) =>
      join.onRef("entries.clan_id", "=", "member.clan_id").onRef("entries.member_id", "=", "member.id"),
    )
    .innerJoin("activities", (join) =>
      join.onRef("activities.clan_id", "=", "entries.clan_id").onRef("activities.id", "=", "entries.activity_id"),
    )
    .select(["clans.name as clan", "member.name as player", "entries.day", "activities.name as activity"])
    .select(["entries.state", "entries.value", "entries.points", "entries.late"])
    .select(["entries.entered_at", "entries.source"])
    .where("member.user_id", "=", userId)
    .where("entries.state", "!=", "cleared")
    .orderBy("clans.name")
    .orderBy("entries.day")
    .orderBy("activities.name")
    .execute();
}

/** What somebody asked their officers for, and the answers. */
export function listRequestsOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin(playersOfUser(userId).as("own"), (join) =>
      join.onRef("own.clan_id", "=", "member.clan_id").onRef("own.id", "=", "member.id"),
    )
    .innerJoin("clans", "clans.id", "member.clan_id")
    .innerJoin("member_requests as request", (join) =>
      join.onRef("request.clan_id", "=", "member.clan_id").onRef("request.member_id", "=", "member.id"),
    )
    .leftJoin("activities", (join) =>
      join.onRef("activities.clan_id", "=", "request.clan_id").onRef("activities.id", "=", "request.activity_id"),
    )
    .select(["clans.name as clan", "member.name as player", "request.kind", "request.state", "request.reason"])
    .select(["activities.name as activity", "request.day", "request.value", "request.is_excused"])
    .select(["request.starts_on as from", "request.ends_on as to"])
    .select(["request.answer", "request.created_at", "request.decided_at"])
    .select(
      sql<string[]>`array(
        select encode(picture.png, 'base64') from request_pictures as picture
        where picture.clan_id = request.clan_id and picture.request_id = request.id order by picture.position
      )`.as("pictures"),
    )
    .orderBy("request.created_at")
    .orderBy("request.id")
    .execute();
}

export function listWarningsOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin(playersOfUser(userId).as("own"), (join) =>
      join.onRef("own.clan_id", "=", "member.clan_id").onRef("own.id", "=", "member.id"),
    )
    .innerJoin("clans", "clans.id", "member.clan_id")
    .innerJoin("member_warnings as warning", (join) =>
      join.onRef("warning.clan_id", "=", "member.clan_id").onRef("warning.member_id", "=", "member.id"),
    )
    .select(["clans.name as clan", "member.name as player", "warning.message", "warning.ends_on"])
    .select(["warning.given_at", "warning.lifted_at", "warning.lifted_reason"])
    .orderBy("warning.given_at")
    .orderBy("warning.id")
    .execute();
}

export function listBulletinsOf(db: Db, userId: string) {
  return db
    .selectFrom("bulletins")
    .innerJoin("clans", "clans.id", "bulletins.clan_id")
    .select(["clans.name as clan", "bulletins.title", "bulletins.content", "bulletins.audience"])
    .select(["bulletins.publish_at", "bulletins.expires_at", "bulletins.created_at", "bulletins.deleted_at"])
    .where("bulletins.created_by", "=", userId)
    .orderBy("bulletins.created_at")
    .orderBy("bulletins.id")
    .execute();
}

/** Texts that somebody wrote into bulletins, first versions and later ones. */
export function listBulletinVersionsOf(db: Db, userId: string) {
  return db
    .selectFrom("bulletin_versions as version")
    .innerJoin("clans", "clans.id", "version.clan_id")
    .select(["clans.name as clan", "version.title", "version.content", "version.written_at"])
    .where("version.written_by", "=", userId)
    .orderBy("version.written_at")
    .orderBy("version.bulletin_id")
    .execute();
}

export function listBulletinsOpenedBy(db: Db, userId: string) {
  return db
    .selectFrom("bulletin_readers as seen")
    .innerJoin("clans", "clans.id", "seen.clan_id")
    .innerJoin("bulletins", (join) =>
      join.onRef("bulletins.clan_id", "=", "seen.clan_id").onRef("bulletins.id", "=", "seen.bulletin_id"),
    )
    .select(["clans.name as clan", "bulletins.title", "seen.seen_at"])
    .where("seen.user_id", "=", userId)
    .orderBy("seen.seen_at")
    .orderBy("bulletins.id")
    .execute();
}

export function listClanSettingsOf(db: Db, userId: string) {
  return db
    .selectFrom("user_clan_settings")
    .innerJoin("clans", "clans.id", "user_clan_settings.clan_id")
    .select(["clans.name as clan", "user_clan_settings.settings", "user_clan_settings.updated_at"])
    .where("user_clan_settings.user_id", "=", userId)
    .orderBy("clans.name")
    .execute();
}

export function listAuditOf(db: Db, userId: string) {
  return db
    .selectFrom("auth_audit")
    .select(["at", "action", "outcome", "ip", "network", "traits"])
    .where("user_id", "=", userId)
    .orderBy("at", "desc")
    .execute();
}

export function findLoginActivityOf(db: Db, userId: string) {
  return db
    .selectFrom("login_activity")
    .select(["adblock", "updated_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** What app admins did to the account, and what its owner did as one of them; nobody else is named. */
export function listAdminAuditOf(db: Db, userId: string) {
  return db
    .selectFrom("admin_audit")
    .select(["at", "action"])
    .select((row) => row("actor_id", "is not distinct from", userId).as("by_me"))
    .select((row) => row.case().when("target_id", "=", userId).then(row.ref("reason")).else(null).end().as("reason"))
    .where((row) =>
      row.or([row("actor_id", "=", userId), row.and([row("target_type", "=", "user"), row("target_id", "=", userId)])]),
    )
    .orderBy("at", "desc")
    .execute();
}

export function findAppAdmin(db: Db, userId: string) {
  return db.selectFrom("app_admins").select(["note", "granted_at"]).where("user_id", "=", userId).executeTakeFirst();
}

/** The Discord account that somebody linked with a code. */
export async function findDiscordLinkOf(db: Db, userId: string) {
  const row = await db
    .selectFrom("discord_links")
    .select(["discord_user_id", "name", "created_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Roles that the bot gave somebody on a Discord server, or found with them. */
export function listDiscordRolesOf(db: Db, userId: string) {
  return db
    .selectFrom("discord_role_grants")
    .innerJoin("clans", "clans.id", "discord_role_grants.clan_id")
    .select(["clans.name as clan", "guild_id", "role_id", "discord_user_id", "state", "checked_on"])
    .where("user_id", "=", userId)
    .orderBy("clans.name")
    .orderBy("role_id")
    .execute();
}
