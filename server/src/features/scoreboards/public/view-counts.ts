import type { IncomingHttpHeaders } from "node:http";
import type { Secrets } from "../../../access/secrets.ts";
import type { Db } from "../../../db/tables.ts";
import type { Log } from "../../../db/log.ts";
import { toNetwork } from "../../../http/network.ts";
import { countViews, type SharedBoard } from "./queries.ts";

const everyMs = 10_000;
/** A network that opens a board again within this time has seen it. */
const onceInMs = 3_600_000;
/** Views that wait to be stored; further ones are not counted. */
const mostWaiting = 20_000;

export type ViewCounts = ReturnType<typeof createViewCounts>;

/** How often boards were opened, once per network and hour. Networks are stored as digests, and no longer than that. */
export function createViewCounts({ db, secrets, log }: { db: Db; secrets: Secrets; log: Log }) {
  let waiting = new Map<string, { clan_id: string; id: string }>();

  const store = async () => {
    if (waiting.size === 0) return;
    const taken = waiting;
    waiting = new Map();
    const views = [...taken].map(([seen, { clan_id, id }]) => ({
      clan_id,
      id,
      key: `board_view:${secrets.digest(seen, "board view").toString("base64url")}`,
    }));
    try {
      await countViews(db, views, onceInMs);
    } catch (err) {
      waiting = new Map([...taken, ...waiting]);
      log.warn({ err }, "views could not be counted yet");
    }
  };
  const timer = setInterval(() => void store(), everyMs).unref();

  return {
    add({ clan_id, id }: Pick<SharedBoard, "clan_id" | "id">, ip: string): void {
      if (waiting.size < mostWaiting) waiting.set(`${id} ${toNetwork(ip)}`, { clan_id, id });
    },
    close() {
      clearInterval(timer);
      return store();
    },
  };
}

/** Whether a person opens the document, as opposed to a script that reads it again or a browser that guesses ahead. */
export function isVisit(headers: IncomingHttpHeaders): boolean {
  const mode = headers["sec-fetch-mode"];
  return (mode === undefined || mode === "navigate") && headers["sec-purpose"] === undefined;
}
