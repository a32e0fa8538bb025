import type { Tx } from "../../db/tables.ts";
import { publishEvent } from "../../events/publish.ts";
import { queueWebhook } from "../../outbox/queue.ts";
import { type AuditActor, recordAudit } from "../audit/index.ts";

interface Happening {
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Writes into the log what happened, and has followers of the clan read anew what they may read. */
export async function tell(
  tx: Tx,
  actor: AuditActor,
  { id, title }: { id: string; title: string },
  ...happenings: Happening[]
): Promise<void> {
  const target = { type: "bulletin", id, name: title };
  await recordAudit(tx, actor, ...happenings.map((happening) => ({ ...happening, target })));
  await publishEvent(tx, { topic: `clan/${actor.clanId.toLowerCase()}`, name: "bulletins", data: null });
}

/** The clan's channels hear of it where its writer wanted that; what they show already is edited. */
export async function tellDiscord(
  tx: Tx,
  clanId: string,
  { id, post_to_discord }: { id: string; post_to_discord: boolean },
): Promise<void> {
  if (post_to_discord) await queueWebhook(tx, { clanId, event: "bulletin", subject: id, facts: { bulletin_id: id } });
}
