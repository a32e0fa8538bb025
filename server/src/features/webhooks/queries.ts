import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type WebhookRow = Selectable<Tables["webhooks"]>;

export function listWebhooksOfClan(db: Db, clanId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("clan_id", "=", clanId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findWebhook(db: Db, clanId: string, webhookId: string): Promise<WebhookRow | null> {
  const row = await db
    .selectFrom("webhooks")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .executeTakeFirst();
  return row ?? null;
}

/** Other changes of the webhook wait until the transaction ends. */
export async function lockWebhook(tx: Db, clanId: string, webhookId: string): Promise<WebhookRow | null> {
  const row = await tx
    .selectFrom("webhooks")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function countWebhooks(tx: Db, clanId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("webhooks")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertWebhook(tx: Db, webhook: Insertable<Tables["webhooks"]>): Promise<WebhookRow> {
  return tx.insertInto("webhooks").values(webhook).returningAll().executeTakeFirstOrThrow();
}

export function updateWebhook(
  tx: Db,
  clanId: string,
  webhookId: string,
  change: Updateable<Tables["webhooks"]>,
): Promise<WebhookRow> {
  return tx
    .updateTable("webhooks")
    .set((row) => ({ ...change, version: row("version", "+", 1), updated_at: sql<Date>`now()` }))
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteWebhookOfClan(tx: Db, clanId: string, webhookId: string): Promise<WebhookRow | null> {
  const row = await tx
    .deleteFrom("webhooks")
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function forgetFailures(tx: Db, clanId: string, webhookId: string): Promise<void> {
  await tx
    .updateTable("webhooks")
    .set({ failures: 0 })
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .where("failures", ">", 0)
    .execute();
}

/** Returns how many failed in a row. */
export async function addFailure(tx: Db, clanId: string, webhookId: string): Promise<number> {
  const row = await tx
    .updateTable("webhooks")
    .set((webhook) => ({ failures: webhook("failures", "+", 1) }))
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .returning("failures")
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/** Its name, or null when it was off already. Nobody chose this, so the version stays. */
export async function disableWebhook(
  tx: Db,
  clanId: string,
  webhookId: string,
  reason: string,
  now: Date,
): Promise<string | null> {
  const row = await tx
    .updateTable("webhooks")
    .set({ disabled_at: now, disabled_reason: reason })
    .where("clan_id", "=", clanId)
    .where("id", "=", webhookId)
    .where("disabled_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Webhooks with messages that depend on the time of the clan day. */
export function listClockWebhooks(db: Db) {
  return db
    .selectFrom("webhooks")
    .innerJoin("clans", "clans.id", "webhooks.clan_id")
    .select(["webhooks.clan_id", "webhooks.id", "webhooks.events", "webhooks.reminder_hours", "webhooks.created_at"])
    .select("clans.week_start")
    .where("webhooks.disabled_at", "is", null)
    .where(sql<boolean>`webhooks.events && '{daily_summary,weekly_summary,reminder}'::text[]`)
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .orderBy("webhooks.clan_id")
    .orderBy("webhooks.id")
    .execute();
}

export function getClanOfMessage(db: Db, clanId: string) {
  return db
    .selectFrom("clans")
    .select(["name", "grace_days", "first_day"])
    .where("id", "=", clanId)
    .executeTakeFirstOrThrow();
}

export async function isLinkedMember(db: Db, clanId: string, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .where("user_id", "is not", null)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}

/** The players with the most points for what was entered on some days, the best first. */
export async function listBestPlayers(
  db: Db,
  clanId: string,
  { from, to }: { from: string; to: string },
  limit: number,
) {
  const { rows } = await sql<{ member_id: string; points: number }>`
    select member.id as member_id, sum(entry.points) as points
    from entries as entry
    join clan_members as member on member.clan_id = entry.clan_id and member.id = entry.member_id
    where entry.clan_id = ${clanId} and entry.day between ${from} and ${to} and entry.state = 'value'
    group by member.id, member.name_key having sum(entry.points) > 0
    order by sum(entry.points) desc, member.name_key, member.id limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * Discord's ids of linked players, by name. Whoever said no is left out, and whoever hides their name unless they said
 * yes.
 */
export async function listMentions(db: Db, clanId: string, memberIds: string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ discord_id: string }>`
    select coalesce(identity.subject, link.discord_user_id) as discord_id
    from clan_members as member
    join users on users.id = member.user_id and users.deleted_at is null
    left join auth_identities as identity on identity.user_id = member.user_id and identity.provider = 'discord'
    left join discord_links as link on link.user_id = member.user_id
    left join user_clan_settings as settings
      on settings.user_id = member.user_id and settings.clan_id = member.clan_id
    where member.clan_id = ${clanId} and member.id = any(${memberIds}::uuid[]) and member.status = 'active'
      and coalesce(identity.subject, link.discord_user_id) is not null
      and case settings.settings -> 'discord' ->> 'reminder'
        when 'true' then true
        when 'false' then false
        else coalesce(settings.settings ->> 'public_name', users.privacy ->> 'public_name', '') <> 'hidden'
      end
    order by member.name_key, member.id limit ${limit}
  `.execute(db);
  return rows.map(({ discord_id }) => discord_id);
}

/** The channels of a server that the bot posts to, with the clans that are still there. */
export function listChannelsOfServer(db: Db, guildId: string) {
  return db
    .selectFrom("webhooks")
    .innerJoin("clans", "clans.id", "webhooks.clan_id")
    .select(["webhooks.clan_id", "webhooks.channel_id", "clans.name as clan_name"])
    .where("webhooks.kind", "=", "bot")
    .where("webhooks.guild_id", "=", guildId)
    .where("clans.deletes_at", "is", null)
    .orderBy("webhooks.created_at")
    .execute();
}
