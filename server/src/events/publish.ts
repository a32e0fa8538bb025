import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../db/tables.ts";
import { type EventData, type EventName, eventChannel, parseEvent, type Topic, topics } from "./topics.ts";

/** PostgreSQL refuses a NOTIFY payload of 8000 bytes or more. */
const maxBytes = 7_999;

/** Reaches every instance once the transaction is committed. Say that something changed, not what it is now. */
export async function publishEvent<T extends Topic, N extends EventName<T>>(
  tx: Tx,
  topic: T,
  name: N,
  data: EventData<T, N>,
): Promise<void> {
  const payload = JSON.stringify(parseEvent({ id: randomUUID(), topic, name, data }));
  const bytes = Buffer.byteLength(payload);
  if (bytes > maxBytes) {
    throw new Error(`Event ${name} on ${topic} is ${bytes} bytes long; an event may have at most ${maxBytes}`);
  }
  await sql`select pg_notify(${eventChannel}, ${payload})`.execute(tx);
}

/** For changes without a line in the audit log that visitors see, such as the name somebody shows them. */
export async function publishClanChanged(tx: Tx, clanIds: string[]): Promise<void> {
  for (const clanId of clanIds) await publishEvent(tx, topics.clan(clanId), "changed", {});
}
