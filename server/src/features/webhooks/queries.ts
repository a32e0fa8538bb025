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

/** Until the transaction ends, whoever else changes the webhook waits. */
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

/** How many there are in a row by now. */
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
