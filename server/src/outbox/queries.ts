import type { WebhookEvent } from "@clanhall/contract/webhooks";
import { sql } from "kysely";
import type { Db } from "../db/tables.ts";

interface DeliveryInput {
  clanId: string;
  event: WebhookEvent;
  subject: string;
  facts: object;
}

/**
 * Adds a delivery for each active webhook that has the event switched on; one that exists already is sent again.
 * Clans that are archived or being deleted send nothing.
 */
export async function upsertDeliveries(tx: Db, { clanId, event, subject, facts }: DeliveryInput): Promise<string[]> {
  const rows = await tx
    .insertInto("webhook_deliveries")
    .columns(["clan_id", "webhook_id", "event", "subject", "facts"])
    .expression((query) =>
      query
        .selectFrom("webhooks")
        .innerJoin("clans", "clans.id", "webhooks.clan_id")
        .select(["webhooks.clan_id", "webhooks.id"])
        .select([
          sql<WebhookEvent>`${event}::text`.as("event"),
          sql<string>`${subject}::text`.as("subject"),
          sql<string>`${JSON.stringify(facts)}::jsonb`.as("facts"),
        ])
        .where("webhooks.clan_id", "=", clanId)
        .where("webhooks.disabled_at", "is", null)
        .where(sql<boolean>`${event} = any(webhooks.events)`)
        .where("clans.archived_at", "is", null)
        .where("clans.deletes_at", "is", null)
        .orderBy("webhooks.id"),
    )
    .onConflict((same) =>
      same.columns(["clan_id", "webhook_id", "event", "subject"]).doUpdateSet((row) => ({
        wanted: row("webhook_deliveries.wanted", "+", 1),
        facts: row.ref("excluded.facts"),
        state: "waiting",
        attempts: 0,
        problem: null,
      })),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Null when the webhook already has a delivery of this event and subject. */
export async function insertDelivery(
  tx: Db,
  webhookId: string,
  { clanId, event, subject, facts }: DeliveryInput,
): Promise<string | null> {
  const row = await tx
    .insertInto("webhook_deliveries")
    .values({ clan_id: clanId, webhook_id: webhookId, event, subject, facts: JSON.stringify(facts) })
    .onConflict((same) => same.columns(["clan_id", "webhook_id", "event", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}
