import { rangeLabel } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";
import type { Delivery, Webhook } from "@clanhall/contract/webhooks";
import type { Db } from "../../db/tables.ts";
import type { DeliveryRow } from "./deliveries.queries.ts";
import type { WebhookRow } from "./queries.ts";
import { listSubjectNames } from "./subjects.queries.ts";
import { toMaskedUrl } from "./webhook-address.ts";

export function toWebhook(row: WebhookRow, last: Delivery | null): Webhook {
  const { id, name, events, reminder_hours, disabled_at, disabled_reason, version } = row;
  return {
    id,
    name,
    masked_url: toMaskedUrl(row.url_hint),
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

/** What it was about, in words: a name, or the days. */
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
