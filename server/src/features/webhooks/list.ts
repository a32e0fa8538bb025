import { rangeLabel } from "@clanhall/contract/rules/periods";
import { addDays } from "@clanhall/contract/rules/clan-day";
import type { Delivery, Webhook } from "@clanhall/contract/webhooks";
import type { Db } from "../../db/tables.ts";
import { isUuid } from "../../db/uuid.ts";
import { notFound } from "../../errors.ts";
import { toPage, wrongCursor } from "../../http/cursor.ts";
import {
  type DeliveryRow,
  hasDelivery,
  listDeliveriesOf,
  listLastDeliveries,
  listSubjectNames,
} from "./deliveries.queries.ts";
import { findWebhook, listWebhooksOfClan, type WebhookRow } from "./queries.ts";
import { toMaskedUrl } from "./discord-client.ts";

export async function loadWebhooks(db: Db, clanId: string): Promise<{ items: Webhook[] }> {
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
  const byWebhook = new Map(last.map(({ webhook_id }, index) => [webhook_id, deliveries[index] ?? null]));
  return rows.map((row) => toWebhook(row, byWebhook.get(row.id) ?? null));
}

/** One page; its cursor is the id of its last row. */
export async function listDeliveriesPage(
  db: Db,
  clanId: string,
  webhookId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: Delivery[]; next_cursor: string | null }> {
  if (!(await findWebhook(db, clanId, webhookId))) throw notFound("Webhook");
  if (cursor !== undefined && !(await isCursor(db, clanId, webhookId, cursor))) {
    throw wrongCursor();
  }
  const page = toPage(await listDeliveriesOf(db, clanId, webhookId, limit + 1, cursor), limit, ({ id }) => id);
  return { ...page, items: await toDeliveries(db, clanId, page.items) };
}

async function isCursor(db: Db, clanId: string, webhookId: string, cursor: string): Promise<boolean> {
  return isUuid(cursor) && hasDelivery(db, clanId, webhookId, cursor);
}

function toWebhook(row: WebhookRow, last: Delivery | null): Webhook {
  const { id, name, events, reminder_hours, disabled_at, disabled_reason, version } = row;
  return {
    id,
    name,
    kind: row.kind,
    mention_missing: row.mention_missing,
    masked_url: row.kind === "bot" ? `#${row.channel_name ?? ""} · ${row.guild_name ?? ""}` : toMaskedUrl(row.url_hint),
    events,
    reminder_hours,
    is_active: disabled_at === null,
    disabled_reason,
    disabled_at: disabled_at?.toISOString() ?? null,
    last_delivery: last,
    created_at: row.created_at.toISOString(),
    version,
  };
}

export async function toDeliveries(db: Db, clanId: string, rows: DeliveryRow[]): Promise<Delivery[]> {
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  const names = ids.length > 0 ? await listSubjectNames(db, clanId, ids) : new Map<string, string>();
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    subject: toSubject(row, names),
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    problem: row.problem,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }));
}

/** What it was about: a name, or the days. */
function toSubject(row: DeliveryRow, names: Map<string, string>): string {
  const { event, subject } = row;
  if (event === "test") return "Test message";
  const id = idOf(row);
  if (id !== null) return names.get(id) ?? "Deleted";
  return rangeLabel({ from: subject, to: event === "weekly_summary" ? addDays(subject, 6) : subject });
}

function idOf({ facts }: DeliveryRow): string | null {
  const id = facts["bulletin_id"] ?? facts["scoreboard_id"] ?? facts["member_id"];
  return typeof id === "string" ? id : null;
}
