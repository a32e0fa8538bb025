import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Generated } from "kysely";
import type { Json, JsonObject, Stamp } from "./column-types.ts";

/** Where clans are heard outside of the product. */
export interface WebhookTables {
  webhooks: {
    clan_id: string;
    id: Generated<string>;
    name: string;
    url_sealed: Buffer;
    url_hint: string;
    events: WebhookEvent[];
    reminder_hours: Generated<number>;
    failures: Generated<number>;
    disabled_at: Date | null;
    disabled_reason: string | null;
    created_by: string | null;
    created_at: Stamp;
    updated_at: Stamp;
    version: Generated<number>;
  };
  webhook_deliveries: {
    clan_id: string;
    id: Generated<string>;
    webhook_id: string;
    event: WebhookEvent | "test";
    subject: string;
    facts: Json<JsonObject>;
    state: Generated<"waiting" | "sent" | "failed" | "skipped">;
    attempts: Generated<number>;
    wanted: Generated<number>;
    delivered: Generated<number>;
    status: number | null;
    problem: string | null;
    message_id: string | null;
    claimed_until: Date | null;
    created_at: Stamp;
    sent_at: Date | null;
  };
}
