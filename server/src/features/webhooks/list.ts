import type { Delivery, Webhook } from "@clanhall/contract/webhooks";
import { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { invalidField, notFound } from "../../errors.ts";
import { hasDelivery, listDeliveriesOf, listLastDeliveries } from "./deliveries.queries.ts";
import { findWebhook, listWebhooksOfClan, type WebhookRow } from "./queries.ts";
import { toDeliveries, toWebhook } from "./webhook-answer.ts";

export async function listOf(db: Db, clanId: string): Promise<{ items: Webhook[] }> {
  return { items: await toWebhooks(db, clanId, await listWebhooksOfClan(db, clanId)) };
}

/** One webhook as the list shows it. */
export async function toListed(db: Db, row: WebhookRow): Promise<Webhook> {
  const [webhook] = await toWebhooks(db, row.clan_id, [row]);
  return webhook ?? toWebhook(row, null);
}

async function toWebhooks(db: Db, clanId: string, rows: WebhookRow[]): Promise<Webhook[]> {
  const ids = rows.map(({ id }) => id);
  const last = await listLastDeliveries(db, clanId, ids);
  const deliveries = await toDeliveries(db, clanId, last);
  const byWebhook = new Map(last.map(({ webhook_id }, place) => [webhook_id, deliveries[place] ?? null]));
  return rows.map((row) => toWebhook(row, byWebhook.get(row.id) ?? null));
}

interface Page {
  items: Delivery[];
  next_cursor: string | null;
}

/** One page; its cursor is the id of its last row. */
export async function listDeliveriesPage(
  db: Db,
  clanId: string,
  webhookId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page> {
  if (!(await findWebhook(db, clanId, webhookId))) throw notFound("Webhook");
  if (cursor !== undefined && !(await isCursor(db, clanId, webhookId, cursor))) {
    throw invalidField("cursor", "This list cannot be continued from here");
  }
  const rows = await listDeliveriesOf(db, clanId, webhookId, limit + 1, cursor);
  const items = await toDeliveries(db, clanId, rows.slice(0, limit));
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

async function isCursor(db: Db, clanId: string, webhookId: string, cursor: string): Promise<boolean> {
  return z.uuid().safeParse(cursor).success && hasDelivery(db, clanId, webhookId, cursor);
}
