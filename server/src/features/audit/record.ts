import type { Tx } from "../../db/tables.ts";
import { publishClanChanged } from "../../events/publish.ts";
import { type AuditActor, type AuditEvent, insertAudit } from "./queries.ts";

/**
 * Written in the transaction of the change itself, so that neither is there without the other. Whatever is recorded
 * may change what a shared scoreboard shows, so every instance learns that the clan has changed.
 */
export async function recordAudit(tx: Tx, actor: AuditActor, ...events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertAudit(tx, actor, events);
  await publishClanChanged(tx, [actor.clanId]);
}
