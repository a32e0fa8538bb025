import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { AnnouncedFacts } from "./announced-facts.ts";
import { insertDelivery, upsertDeliveries } from "./announcements.queries.ts";

interface Announcement<Event extends WebhookEvent> {
  clanId: string;
  event: Event;
  /** What it is about, told to a webhook in one message: asked for again, that message is edited. */
  subject: string;
  facts: AnnouncedFacts[Event];
}

/** Promises a message to every webhook of the clan that wants it, as part of the caller's transaction. Returns how many. */
export async function announce<Event extends WebhookEvent>(tx: Tx, announcement: Announcement<Event>): Promise<number> {
  const { clanId } = announcement;
  const deliveryIds = await upsertDeliveries(tx, announcement);
  for (const deliveryId of deliveryIds) await enqueue(tx, "deliver-webhook", { clanId, deliveryId });
  return deliveryIds.length;
}

/** Promises a message to one webhook; false when it was promised before. */
export async function announceOnce<Event extends WebhookEvent>(
  tx: Tx,
  webhookId: string,
  announcement: Announcement<Event>,
): Promise<boolean> {
  const deliveryId = await insertDelivery(tx, webhookId, announcement);
  if (deliveryId) await enqueue(tx, "deliver-webhook", { clanId: announcement.clanId, deliveryId });
  return deliveryId !== null;
}
