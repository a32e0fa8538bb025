import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { JobPayloads } from "../jobs/job-payloads.ts";
import { insertDelivery, upsertDeliveries } from "./queries.ts";

interface WebhookMessage<Event extends WebhookEvent> {
  clanId: string;
  event: Event;
  /** What it is about, told to a webhook in one message: asked for again, that message is edited. */
  subject: string;
  facts: WebhookFacts[Event];
}

/** Promises a message to every webhook of the clan that wants it, as part of the caller's transaction. Returns how many. */
export async function queueWebhook<Event extends WebhookEvent>(
  tx: Tx,
  message: WebhookMessage<Event>,
): Promise<number> {
  const { clanId } = message;
  const deliveryIds = await upsertDeliveries(tx, message);
  for (const deliveryId of deliveryIds) await enqueue(tx, "deliver-webhook", { clanId, deliveryId });
  return deliveryIds.length;
}

/** Promises a message to one webhook; false when it was promised before. */
export async function queueWebhookOnce<Event extends WebhookEvent>(
  tx: Tx,
  webhookId: string,
  message: WebhookMessage<Event>,
): Promise<boolean> {
  const deliveryId = await insertDelivery(tx, webhookId, message);
  if (deliveryId) await enqueue(tx, "deliver-webhook", { clanId: message.clanId, deliveryId });
  return deliveryId !== null;
}

/** Has those who asked for it told by mail, as part of the caller's transaction; a large clan keeps no caller waiting. */
export function queueMemberMails(tx: Tx, mail: JobPayloads["notify-members"]): Promise<void> {
  return enqueue(tx, "notify-members", mail);
}

/** What a message is written from when it is sent: ids and clan dates, so that it says what is true then. */
export interface WebhookFacts {
  bulletin: { bulletin_id: string };
  daily_summary: { day: string };
  weekly_summary: { from: string; to: string };
  /** The first day of the period whose frozen result is told; null for the board as it stands. */
  scoreboard: { scoreboard_id: string; period: string | null };
  member_joined: { member_id: string };
  reminder: { day: string };
}

/** The path of a page that shows one clan, opened at that clan and not at the one its reader used last. */
export function toClanPath(path: string, clanId: string, search: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ clan: clanId, ...search }).toString()}`;
}
