import { sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import { executePrepared } from "../../db/prepared.ts";
import type { Db } from "../../db/tables.ts";

/** The most a list shows; it begins with the open ones, so that only old ones are left out. */
const longestList = 1_000;

const isOpen = sql<boolean>`(not invites.is_processed and invites.cancelled_at is null
  and (invites.expires_at is null or invites.expires_at > now()))`;

interface NewInvite {
  clan_id: string;
  clan_member_id: string;
  token_hash: Buffer;
  sealed_token: Buffer;
  sealed_code: Buffer;
  created_by: string;
  hours: number;
}

export type InviteRow = Awaited<ReturnType<typeof listInvitesOfClans>>[number];

/** Open ones first, the soonest to expire before the others; then what is over, the newest first. */
export function listInvitesOfClans(db: Db, clanIds: string[]) {
  return selectInvites(db)
    .where("invites.clan_id", "=", anyOf(clanIds))
    .orderBy(isOpen, "desc")
    .orderBy(sql`case when ${isOpen} then invites.expires_at end`, (expiry) => expiry.asc().nullsLast())
    .orderBy("invites.created_at", "desc")
    .orderBy("invites.id")
    .limit(longestList)
    .execute();
}

export async function findInviteByToken(db: Db, tokenHash: Buffer): Promise<InviteRow | null> {
  return (await selectInvites(db).where("invites.token_hash", "=", tokenHash).executeTakeFirst()) ?? null;
}

export async function findInvite(db: Db, clanId: string, id: string): Promise<InviteRow | null> {
  const row = await selectInvites(db)
    .where("invites.clan_id", "=", clanId)
    .where("invites.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Neither used nor cancelled; it may have run out. */
export async function findUnusedInvite(db: Db, clanId: string, memberId: string): Promise<InviteRow | null> {
  const row = await selectInvites(db)
    .where("invites.clan_id", "=", clanId)
    .where("invites.clan_member_id", "=", memberId)
    .where("invites.is_processed", "=", false)
    .where("invites.cancelled_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

function selectInvites(db: Db) {
  return db
    .selectFrom("invites")
    .innerJoin("clan_members", (member) =>
      member
        .onRef("clan_members.clan_id", "=", "invites.clan_id")
        .onRef("clan_members.id", "=", "invites.clan_member_id"),
    )
    .innerJoin("clans", "clans.id", "invites.clan_id")
    .selectAll("invites")
    .select(["clan_members.name as member_name", "clan_members.tint as member_tint"])
    .select(["clan_members.status as member_status", "clan_members.role as member_role"])
    .select(["clan_members.user_id as member_user_id", "clans.name as clan_name"])
    .select(["clans.archived_at", "clans.deletes_at", sql<Date>`now()`.as("now")]);
}

export async function findClanOfInvite(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom("invites").select("clan_id").where("id", "=", id).executeTakeFirst();
  return row?.clan_id ?? null;
}

export async function findClanOfMember(db: Db, memberId: string): Promise<string | null> {
  const row = await db.selectFrom("clan_members").select("clan_id").where("id", "=", memberId).executeTakeFirst();
  return row?.clan_id ?? null;
}

/** The caller's clans that are neither archived nor being deleted, with what decides who may invite there. */
export function listMemberships(db: Db, userId: string) {
  const query = db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clan_members.clan_id", "clan_members.role", "clans.toggles"])
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.status", "=", "active")
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null);
  return executePrepared(db, query);
}

export async function countInvitesOfDay(db: Db, clanId: string): Promise<number> {
  const { total } = await db
    .selectFrom("invites")
    .select((invite) => invite.fn.countAll<number>().as("total"))
    .where("clan_id", "=", clanId)
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return total;
}

/** Locks are taken in this order everywhere: account, clan, invite, player. The second one waits and sees what the first did. */
export async function lockAccount(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function lockUnusedInvite(db: Db, clanId: string, memberId: string): Promise<void> {
  await db
    .selectFrom("invites")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("clan_member_id", "=", memberId)
    .where("is_processed", "=", false)
    .where("cancelled_at", "is", null)
    .forUpdate()
    .execute();
}

export async function lockMember(db: Db, clanId: string, memberId: string) {
  const row = await db
    .selectFrom("clan_members")
    .select(["id", "name", "user_id", "status", "role"])
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertInvite(db: Db, { hours, ...invite }: NewInvite): Promise<string> {
  const { id } = await db
    .insertInto("invites")
    .values({ ...invite, expires_at: fromNow(hours) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** False when it was used or cancelled already. */
export async function cancelUnusedInvite(db: Db, clanId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invites")
    .set({ cancelled_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .where("is_processed", "=", false)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when it is no longer open. */
export function extendOpenInvite(db: Db, clanId: string, id: string, hours: number): Promise<boolean> {
  return updateOpenInvite(db, clanId, id, { expires_at: fromNow(hours) });
}

/** False when it is no longer open. */
export function replaceCodeOfOpenInvite(db: Db, clanId: string, id: string, sealedCode: Buffer): Promise<boolean> {
  return updateOpenInvite(db, clanId, id, { sealed_code: sealedCode });
}

/** False when it is no longer open. */
export function markInviteProcessed(db: Db, clanId: string, id: string, userId: string): Promise<boolean> {
  const processed = { is_processed: true, processed_at: sql<Date>`now()`, processed_by_user_id: userId };
  return updateOpenInvite(db, clanId, id, processed);
}

async function updateOpenInvite(db: Db, clanId: string, id: string, changes: object): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invites")
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function hasPlayerIn(db: Db, clanId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function linkMemberToUser(db: Db, clanId: string, memberId: string, userId: string): Promise<void> {
  await db
    .updateTable("clan_members")
    .set((member) => ({ user_id: userId, version: member("version", "+", 1), updated_at: sql<Date>`now()` }))
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .execute();
}

export function listInviteAudit(db: Db, clanId: string, inviteId: string) {
  return db
    .selectFrom("clan_audit")
    .select(["at", "action", "actor_name"])
    .where("clan_id", "=", clanId)
    .where("target_id", "=", inviteId)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(200)
    .execute();
}

function fromNow(hours: number) {
  return sql<Date>`now() + make_interval(hours => ${hours})`;
}
