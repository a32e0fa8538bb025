import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables, Tx } from "../db/tables.ts";
import { type AppEvent, eventChannel } from "./topics.ts";
import { notifyChannel } from "./events.queries.ts";

/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more. */
const maxBytes = 7_999;

/** Tells every instance what this transaction did, once it is committed. Say what changed, not the changed thing itself. */
export async function publishEvent(
  tx: Transaction<Tables>,
  { topic, name, data }: Omit<AppEvent, "id">,
): Promise<void> {
  const payload = JSON.stringify({ id: randomUUID(), topic, name, data });
  const bytes = Buffer.byteLength(payload);
  if (bytes > maxBytes) {
    throw new Error(`Event ${name} on ${topic} is ${bytes} bytes long; an event may have at most ${maxBytes}`);
  }
  await notifyChannel(tx, eventChannel, payload);
}

/** What visitors read for a name changes without an audited change of the clan, so its boards learn of it here. */
export async function publishClanChanged(tx: Tx, clanIds: string[]): Promise<void> {
  for (const clanId of clanIds) {
    await publishEvent(tx, { topic: `boards/${clanId.toLowerCase()}`, name: "changed", data: null });
  }
}
