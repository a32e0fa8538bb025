import { erasedColumns } from "@clanhall/contract/fields/personal-columns";
import { sql } from "kysely";
import { playersOfUser } from "../../clan/roster.ts";
import { currentTime } from "../../db/clock.ts";
import { foldedText } from "../../db/fold-text.ts";
import { anyOf } from "../../db/lists.ts";
import type { Db } from "../../db/tables.ts";

/** The clan of a member, past or present, among those in which somebody is active. */
export async function findClanOfMember(db: Db, userId: string, memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom("clan_members as mine")
    .innerJoin("clan_members as member", "member.clan_id", "mine.clan_id")
    .innerJoin("clans", "clans.id", "mine.clan_id")
    .select("mine.clan_id")
    .where("mine.user_id", "=", userId)
    .where("mine.status", "=", "active")
    .where("member.id", "=", memberId)
    .where((test) => test.or([test("clans.deletes_at", "is", null), test("mine.role", "=", "owner")]))
    .executeTakeFirst();
  return row?.clan_id ?? null;
}

/** Somebody's players on a roster, inactive ones too; clans that are being deleted are there for their owners alone. */
export function listMembersOfUser(db: Db, userId: string) {
  return db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clan_members.id", "clan_members.clan_id", "clan_members.name", "clan_members.role"])
    .select(["clan_members.status", "clan_members.joined_at", "clan_members.created_at", "clan_members.updated_at"])
    .select(["clan_members.tint", "clans.name as clan_name"])
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.status", "!=", "removed")
    .where((row) => row.or([row("clans.deletes_at", "is", null), row("clan_members.role", "=", "owner")]))
    .orderBy("clans.name")
    .orderBy("clans.id")
    .execute();
}

/** Active players without an account in the clans somebody manages, by a part of a name or an alias, without accents. */
export function findUnlinkedMembers(db: Db, userId: string, key: string, limit: number) {
  return db
    .selectFrom("clan_members as mine")
    .innerJoin("clans", "clans.id", "mine.clan_id")
    .innerJoin("clan_members", "clan_members.clan_id", "mine.clan_id")
    .select(["clan_members.id", "clan_members.clan_id", "clan_members.name", "clan_members.tint"])
    .select("clans.name as clan_name")
    .where("mine.user_id", "=", userId)
    .where("mine.status", "=", "active")
    .where("mine.role", "in", ["owner", "maintainer"])
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .where("clan_members.status", "=", "active")
    .where("clan_members.user_id", "is", null)
    .where(
      sql<boolean>`(strpos(${foldedText(sql`clan_members.name_key`)}, ${key}) > 0 or exists (
        select from jsonb_array_elements_text(clan_members.aliases) as alias
        where strpos(${foldedText(sql`alias`)}, ${key}) > 0
      ))`,
    )
    .orderBy("clan_members.name_key")
    .orderBy("clan_members.id")
    .limit(limit)
    .execute();
}

export function listInviteStatusesOf(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .select(["id as member_id"])
    .select((row) => [
      row("user_id", "is not", null).$castTo<boolean>().as("has_linked_user"),
      row
        .exists(
          row
            .selectFrom("invites")
            .select("invites.id")
            .whereRef("invites.clan_id", "=", "clan_members.clan_id")
            .whereRef("invites.clan_member_id", "=", "clan_members.id")
            .where("invites.is_processed", "=", false)
            .where("invites.cancelled_at", "is", null)
            .where((invite) =>
              invite.or([
                invite("invites.expires_at", "is", null),
                invite("invites.expires_at", ">", sql<Date>`now()`),
              ]),
            ),
        )
        .$castTo<boolean>()
        .as("has_open_invite"),
    ])
    .where("clan_id", "=", clanId)
    .where("status", "!=", "removed")
    .orderBy("name_key")
    .execute();
}

/** Clans that would be left without anybody to run them: each has one owner. Those being deleted need none. */
export async function listOwnedClans(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select("clans.name")
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.role", "=", "owner")
    .where("clan_members.status", "!=", "removed")
    .where("clans.deletes_at", "is", null)
    .orderBy("clans.name")
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Somebody may be made an owner at this moment: whoever comes second waits, and sees what the first did. Rosters come
 * before their players, as for everybody who changes a roster.
 */
export async function lockMembersOfUser(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom("clans")
    .select("id")
    .where("id", "in", (row) => row.selectFrom("clan_members").select("clan_id").where("user_id", "=", userId))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await db.selectFrom("clan_members").select("id").where("user_id", "=", userId).forUpdate().execute();
}

/** Every player of an account, also those who were removed or merged. */
export function listPlayersOfUser(db: Db, userId: string) {
  return db.selectFrom(playersOfUser(userId).as("player")).select(["clan_id", "id"]).execute();
}

/** Every clan that has a player of the user. */
export async function listClansOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("clan_members").select("clan_id").where("user_id", "=", userId).execute();
  return [...new Set(rows.map(({ clan_id }) => clan_id))];
}

/** What was said about a player goes; what they did stays. */
export async function eraseMember(tx: Db, clanId: string, memberId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom("clan_member_merges")
    .where("clan_id", "=", clanId)
    .where((row) => row.or([row("keep_id", "=", memberId), row("drop_id", "=", memberId)]))
    .execute();
  await tx
    .updateTable("clan_member_away")
    .set(erasedColumns("clan_member_away"))
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .execute();
  await tx
    .updateTable("clan_members")
    .set((row) => ({ ...erasedColumns("clan_members"), version: row("version", "+", 1), updated_at: now }))
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .execute();
}

export async function cancelInvitesOf(tx: Db, clanId: string, memberIds: string[], now: Date): Promise<void> {
  await tx
    .updateTable("invites")
    .set({ cancelled_at: now, updated_at: now })
    .where("clan_id", "=", clanId)
    .where("clan_member_id", "=", anyOf(memberIds))
    .where("is_processed", "=", false)
    .where("cancelled_at", "is", null)
    .execute();
}

/** An offer of the clan is for the person it was made to, and for as long as they are here. */
export async function deleteTransfersTo(tx: Db, clanId: string, memberIds: string[]): Promise<void> {
  await tx
    .deleteFrom("clan_transfers")
    .where("clan_id", "=", clanId)
    .where("to_member_id", "=", anyOf(memberIds))
    .execute();
}

/** Alts of players who go stand for themselves, or belong to somebody else. */
export async function moveAlts(tx: Db, clanId: string, mainIds: string[], to: string | null): Promise<void> {
  await tx
    .updateTable("clan_members")
    .set((row) => ({ main_member_id: to, version: row("version", "+", 1), updated_at: currentTime() }))
    .where("clan_id", "=", clanId)
    .where("main_member_id", "=", anyOf(mainIds))
    .execute();
}

export async function insertMerge(
  tx: Db,
  merge: { clan_id: string; keep_id: string; drop_id: string; merged_by: string },
  before: object,
): Promise<string> {
  const { id } = await tx
    .insertInto("clan_member_merges")
    .values({ ...merge, before: JSON.stringify(before) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockMerge(tx: Db, clanId: string, mergeId: string) {
  const row = await tx
    .selectFrom("clan_member_merges")
    .select(["id", "keep_id", "drop_id", "undone_at", "before"])
    .where("clan_id", "=", clanId)
    .where("id", "=", mergeId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function markMergeUndone(tx: Db, clanId: string, mergeId: string, now: Date): Promise<void> {
  await tx
    .updateTable("clan_member_merges")
    .set({ undone_at: now })
    .where("clan_id", "=", clanId)
    .where("id", "=", mergeId)
    .execute();
}

/** Gives alts back to a player, but for those who got another main since. */
export async function returnAlts(tx: Db, clanId: string, altIds: string[], from: string, to: string): Promise<void> {
  await tx
    .updateTable("clan_members")
    .set((row) => ({ main_member_id: to, version: row("version", "+", 1), updated_at: currentTime() }))
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(altIds))
    .where("main_member_id", "=", from)
    .execute();
}
