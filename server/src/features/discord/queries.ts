import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import { isUuid } from "../../db/uuid.ts";

/** False for an interaction that came before, to whichever instance. */
export async function noteInteraction(db: Db, interactionId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("discord_seen")
    .values({ interaction_id: interactionId })
    .onConflict((same) => same.column("interaction_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteOldInteractions(db: Db): Promise<void> {
  await db
    .deleteFrom("discord_seen")
    .where("seen_at", "<", sql<Date>`now() - interval '15 minutes'`)
    .execute();
  await db
    .deleteFrom("discord_codes")
    .where("expires_at", "<", sql<Date>`now()`)
    .execute();
}

/** Codes of one kind that somebody has not used are replaced by the new one. */
export async function replaceCode(
  tx: Db,
  { hash, userId, clanId, minutes }: { hash: Buffer; userId: string; clanId: string | null; minutes: number },
): Promise<Date> {
  await tx
    .deleteFrom("discord_codes")
    .where("user_id", "=", userId)
    .where(sql<boolean>`clan_id is not distinct from ${clanId}`)
    .execute();
  const { expires_at } = await tx
    .insertInto("discord_codes")
    .values({
      code_hash: hash,
      user_id: userId,
      clan_id: clanId,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Takes a code away and returns whose it was; null when there is none that can still be used. */
export async function takeCode(tx: Db, hash: Buffer) {
  const row = await tx
    .deleteFrom("discord_codes")
    .where("code_hash", "=", hash)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id", "clan_id"])
    .executeTakeFirst();
  return row ?? null;
}

const isThere = sql<boolean>`users.deleted_at is null
  and (users.banned_until is null or users.banned_until <= now())`;

/** The account of somebody on Discord: the one they sign in to with it, else the one they linked. */
export async function findAccountOf(db: Db, discordUserId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select known.user_id from (
      select user_id, 1 as rank from auth_identities where provider = 'discord' and subject = ${discordUserId}
      union all
      select user_id, 2 from discord_links where discord_user_id = ${discordUserId}
    ) as known join users on users.id = known.user_id
    where ${isThere} order by known.rank limit 1
  `.execute(db);
  return rows[0]?.user_id ?? null;
}

export async function findEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return row?.email ?? null;
}

/** How the bot knows an account; the way of signing in first. */
export async function findLinkOf(db: Db, userId: string) {
  const { rows } = await sql<{ name: string; created_at: Date; by: "sign_in" | "code" }>`
    select coalesce(identity_data ->> 'user_name', identity_data ->> 'full_name', identity_data ->> 'name', 'Discord')
      as name, created_at, 'sign_in' as by
    from auth_identities where provider = 'discord' and user_id = ${userId}
    union all
    select name, created_at, 'code' from discord_links where user_id = ${userId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Whoever had the Discord account before, or another Discord account, has it no longer. */
export async function replaceLink(tx: Db, userId: string, discordUserId: string, name: string): Promise<void> {
  await tx.deleteFrom("discord_links").where("discord_user_id", "=", discordUserId).execute();
  await tx
    .insertInto("discord_links")
    .values({ user_id: userId, discord_user_id: discordUserId, name })
    .onConflict((same) =>
      same.column("user_id").doUpdateSet({ discord_user_id: discordUserId, name, created_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteLink(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("discord_links").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The link, and codes that would make another one. */
export async function deleteLinkAndCodes(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("discord_codes").where("user_id", "=", userId).execute();
  await deleteLink(tx, userId);
}

export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("discord_role_grants").where("user_id", "=", userId).execute();
  await deleteLinkAndCodes(tx, userId);
}

/** The clans somebody has a player in, by name. */
export function listClansOf(db: Db, userId: string) {
  return db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clans.id", "clans.name", "clans.archived_at"])
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.status", "=", "active")
    .where("clans.deletes_at", "is", null)
    .orderBy("clans.name")
    .orderBy("clans.id")
    .execute();
}

export function listActivePlayers(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .select(["id", "name"])
    .where("clan_id", "=", clanId)
    .where("status", "=", "active")
    .orderBy("name_key")
    .orderBy("id")
    .execute();
}

/** Active players, and those whose account the bot knows. */
export async function countLinked(db: Db, clanId: string) {
  const { rows } = await sql<{ players: number; linked: number }>`
    select count(*)::int as players, (count(*) filter (where
      exists (select from auth_identities as identity
        where identity.user_id = member.user_id and identity.provider = 'discord')
      or exists (select from discord_links as link where link.user_id = member.user_id)))::int as linked
    from clan_members as member where member.clan_id = ${clanId} and member.status = 'active'
  `.execute(db);
  return rows[0] ?? { players: 0, linked: 0 };
}

/** Whether these commands are the last that were registered for the app. */
export async function hasCommands(db: Db, appId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom("discord_app")
    .select("id")
    .where("id", "=", appId)
    .where("commands_hash", "=", hash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveCommands(db: Db, appId: string, hash: string): Promise<void> {
  await db
    .insertInto("discord_app")
    .values({ id: appId, commands_hash: hash })
    .onConflict((same) => same.column("id").doUpdateSet({ commands_hash: hash, registered_at: sql<Date>`now()` }))
    .execute();
}

/** Other instances that start at the same time wait here. */
export async function lockCommands(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('clanhall discord commands'))`.execute(tx);
}

export async function findClanOfBoard(db: Db, boardId: string): Promise<string | null> {
  if (!isUuid(boardId)) return null;
  const row = await db.selectFrom("scoreboards").select("clan_id").where("id", "=", boardId).executeTakeFirst();
  return row?.clan_id ?? null;
}

export async function findClanOfActivity(db: Db, activityId: string): Promise<string | null> {
  if (!isUuid(activityId)) return null;
  const row = await db.selectFrom("activities").select("clan_id").where("id", "=", activityId).executeTakeFirst();
  return row?.clan_id ?? null;
}
