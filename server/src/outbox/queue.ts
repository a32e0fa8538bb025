import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { JobPayloads } from "../jobs/job-payloads.ts";
import { insertDelivery, upsertDeliveries } from "./queries.ts";

interface WebhookMessage<Event extends WebhookEvent> {
  clanId: string;
  event: Event;
  /** What it is about. A webhook gets one message per subject; queued again, that message is edited. */
  subject: string;
  facts: WebhookFacts[Event];
}

/** Queues a message for every webhook of the clan that has the event on, in the caller's transaction. Returns how many. */
export async function queueWebhook<Event extends WebhookEvent>(
  tx: Tx,
  message: WebhookMessage<Event>,
): Promise<number> {
  const { clanId } = message;
  const deliveryIds = await upsertDeliveries(tx, message);
  for (const deliveryId of deliveryIds) await enqueue(tx, "deliver-webhook", { clanId, deliveryId });
  return deliveryIds.length;
}

/** Queues a message for one webhook; false when it was queued before. */
export async function queueWebhookOnce<Event extends WebhookEvent>(
  tx: Tx,
  webhookId: string,
  message: WebhookMessage<Event>,
): Promise<boolean> {
  const deliveryId = await insertDelivery(tx, webhookId, message);
  if (deliveryId) await enqueue(tx, "deliver-webhook", { clanId: message.clanId, deliveryId });
  return deliveryId !== null;
}

/** Queues one job in the caller's transaction; the job writes the mails, so that a large clan keeps no caller waiting. */
export function queueMemberMails(tx: Tx, mail: JobPayloads["notify-members"]): Promise<void> {
  return enqueue(tx, "notify-members", mail);
}

/** Ids and clan dates. The message is composed from them when it is sent, so that it is true then. */
export interface WebhookFacts {
  bulletin: { bulletin_id: string };
  daily_summary: { day: string };
  weekly_summary: { from: string; to: string };
  /** The first day of the period whose frozen result is sent; null for the current standings. */
  scoreboard: { scoreboard_id: string; period: string | null };
  member_joined: { member_id: string };
  join_request: { request_id: string };
  request: { request_id: string };
  reminder: { day: string };
  warning: { warning_id: string; member_id: string };
}

/** The path of a page with the clan in it, so that it does not open at the clan its reader used last. */
export function toClanPath(path: string, clanId: string, search: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ clan: clanId, ...search }).toString()}`;
}
