import type { Tx } from "../../db/tables.ts";
import { publishEvent } from "../../events/publish.ts";

/** More days than these read as "many". */
const mostDaysNamed = 60;

export function topicOf(clanId: string): string {
  return `clan/${clanId.toLowerCase()}`;
}

/** Followers of the clan learn which days to read anew, and nothing of what stands there. */
export function tellDays(tx: Tx, clanId: string, days: Set<string>, revision: number): Promise<void> {
  const data = { days: days.size > mostDaysNamed ? [] : [...days], revision };
  return publishEvent(tx, { topic: topicOf(clanId), name: "entries", data });
}
