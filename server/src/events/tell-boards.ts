import type { Tx } from "../db/tables.ts";
import { publish } from "./publish.ts";

/** What strangers read for a name changes without an audited deed of the clan, so its boards are told here. */
export async function tellBoards(tx: Tx, clanIds: string[]): Promise<void> {
  for (const clanId of clanIds) {
    await publish(tx, { topic: `boards/${clanId.toLowerCase()}`, name: "changed", data: null });
  }
}
