import { datedFields, detailFields } from "@clanhall/contract/fields/activity-fields";
import { memberLists, memberTexts } from "@clanhall/contract/fields/member-fields";
import { anyOf } from "../../db/lists.ts";
import type { Db } from "../../db/tables.ts";

export function getClanToExport(db: Db, clanId: string) {
  return db
    .selectFrom("clans")
    .leftJoin("games", "games.id", "clans.game_id")
    .select(["clans.id", "clans.name", "clans.description", "clans.game_server"])
    .select((clan) => clan.fn.coalesce("clans.game_name", "games.name").as("game"))
    .select(["clans.week_start", "clans.late_days", "clans.grace_days", "clans.first_day", "clans.toggles"])
    .select(["clans.members_away", "clans.crest_symbol", "clans.crest_tint", "clans.main_board_id"])
    .select(["clans.archived_at", "clans.created_at"])
    .where("clans.id", "=", clanId)
    .executeTakeFirstOrThrow();
}

/** Everything about the players, and of their accounts only whether there is one. */
export function listMembersToExport(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .select(["id", "name", "aliases", "role", "status"])
    .select([...memberLists.filter((list) => list !== "aliases"), ...memberTexts])
    .select(["tint", "main_member_id", "merged_into_id", "joined_at", "created_at"])
    .select((member) => member("user_id", "is not", null).as("is_linked"))
    .where("clan_id", "=", clanId)
    .orderBy("name_key")
    .orderBy("id")
    .execute();
}

export function listSpansToExport(db: Db, clanId: string) {
  return db
    .selectFrom("clan_member_spans")
    .select(["member_id", "starts_on", "ends_on"])
    .where("clan_id", "=", clanId)
    .orderBy("starts_on")
    .execute();
}

export function listAwayToExport(db: Db, clanId: string) {
  return db
    .selectFrom("clan_member_away")
    .select(["member_id", "starts_on", "ends_on", "reason"])
    .where("clan_id", "=", clanId)
    .orderBy("starts_on")
    .execute();
}

export function listWarningsToExport(db: Db, clanId: string) {
  return db
    .selectFrom("member_warnings")
    .select([
      "id",
      "member_id",
      "message",
      "ends_on",
      "given_by",
      "given_at",
      "lifted_by",
      "lifted_at",
      "lifted_reason",
    ])
    .where("clan_id", "=", clanId)
    .orderBy("given_at")
    .orderBy("id")
    .execute();
}

/** What officers wrote about players, each with its date. */
export function listNotesToExport(db: Db, clanId: string) {
  return db
    .selectFrom("member_notes")
    .select(["id", "member_id", "note", "written_by", "written_at"])
    .where("clan_id", "=", clanId)
    .orderBy("written_at")
    .orderBy("id")
    .execute();
}

/** What members asked for and what became of it, without pictures. */
export function listRequestsToExport(db: Db, clanId: string) {
  return db
    .selectFrom("member_requests")
    .select([
      "id",
      "kind",
      "state",
      "member_id",
      "activity_id",
      "day",
      "value",
      "is_excused",
      "was_value",
      "was_excused",
    ])
    .select(["starts_on", "ends_on", "reason", "decided_by", "decided_at", "answer", "created_at"])
    .where("clan_id", "=", clanId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Null while the clan has the usual rules. */
export async function findAttentionToExport(db: Db, clanId: string) {
  const row = await db
    .selectFrom("attention_rules")
    .select(["rules", "warning_texts", "removal_after", "changed_at"])
    .where("clan_id", "=", clanId)
    .executeTakeFirst();
  return row ?? null;
}

/** Each activity with each of its rules. */
export function listActivitiesToExport(db: Db, clanId: string) {
  return db
    .selectFrom("activities")
    .leftJoin("activity_rules", (join) =>
      join
        .onRef("activity_rules.clan_id", "=", "activities.clan_id")
        .onRef("activity_rules.activity_id", "=", "activities.id"),
    )
    .select(["activities.id", ...detailFields.map((field) => `activities.${field}` as const)])
    .select(["is_public", "is_active", "effective_from", ...datedFields])
    .where("activities.clan_id", "=", clanId)
    .orderBy("position")
    .orderBy("activities.id")
    .orderBy("effective_from")
    .execute();
}

export function listLayoutsToExport(db: Db, clanId: string) {
  return db
    .selectFrom("screenshot_layouts")
    .select(["id", "name", "signs", "geometry", "known_crops", "last_used_at"])
    .where("clan_id", "=", clanId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Which role of a Discord server the bot gives to whom; who has got one is their own data. */
export function listRoleRulesToExport(db: Db, clanId: string) {
  return db
    .selectFrom("discord_role_rules")
    .select(["id", "guild_id", "role_id", "role_name", "rule", "created_at"])
    .where("clan_id", "=", clanId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** What a board is of and whether it is shared, without the link. */
export function listBoardsToExport(db: Db, clanId: string) {
  return db
    .selectFrom("scoreboards")
    .select(["id", "title", "description", "measure", "activities", "period", "members", "include_former"])
    .select(["min_due_days", "top_n", "ties", "sort_order as order", "name_display", "columns", "state", "ended_at"])
    .select((board) => board("share_hash", "is not", null).as("is_shared"))
    .select(["share_expires_at", "views", "created_at", "updated_at", "deleted_at"])
    .where("clan_id", "=", clanId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** With podium and awards of those that have ended. */
export function listSeasonsToExport(db: Db, clanId: string) {
  return db
    .selectFrom("seasons")
    .select(["id", "name", "starts_on as from", "ends_on as to", "board_id", "ended_at", "result"])
    .select(["created_at", "updated_at"])
    .where("clan_id", "=", clanId)
    .orderBy("starts_on")
    .execute();
}

/** The clan's bulletins whatever their state, and those in the bin too; oldest first, a few at a time: all of them together may be tens of megabytes. */
export async function* bulletinsToExport(db: Db, clanId: string) {
  const ids = await db
    .selectFrom("bulletins")
    .select("id")
    .where("clan_id", "=", clanId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (let start = 0; start < ids.length; start += bulletinsAtOnce) {
    const some = ids.slice(start, start + bulletinsAtOnce).map(({ id }) => id);
    yield* await listBulletins(db, clanId, some);
  }
}

const bulletinsAtOnce = 20;

function listBulletins(db: Db, clanId: string, ids: string[]) {
  return db
    .selectFrom("bulletins")
    .leftJoin("clan_members as author", (join) =>
      join.onRef("author.clan_id", "=", "bulletins.clan_id").onRef("author.user_id", "=", "bulletins.created_by"),
    )
    .select(["bulletins.id", "title", "content", "audience", "pinned", "post_to_discord", "publish_at", "expires_at"])
    .select(["edited_at", "author.name as author", "bulletins.created_at", "bulletins.updated_at", "deleted_at"])
    .select((row) =>
      row
        .selectFrom("bulletin_readers as seen")
        .select((seen) => seen.fn.countAll<number>().as("count"))
        .whereRef("seen.clan_id", "=", "bulletins.clan_id")
        .whereRef("seen.bulletin_id", "=", "bulletins.id")
        .as("opened_by"),
    )
    .where("bulletins.clan_id", "=", clanId)
    .where("bulletins.id", "=", anyOf(ids))
    .orderBy("bulletins.created_at")
    .orderBy("bulletins.id")
    .execute();
}

/** Without what would let anybody in: neither token nor code. */
export function listInvitesToExport(db: Db, clanId: string) {
  return db
    .selectFrom("invites")
    .innerJoin("clan_members", (join) =>
      join
        .onRef("clan_members.clan_id", "=", "invites.clan_id")
        .onRef("clan_members.id", "=", "invites.clan_member_id"),
    )
    .select(["invites.id", "invites.clan_member_id as member_id", "clan_members.name as player"])
    .select(["invites.created_at", "invites.expires_at", "invites.processed_at", "invites.cancelled_at"])
    .where("invites.clan_id", "=", clanId)
    .orderBy("invites.created_at")
    .execute();
}
