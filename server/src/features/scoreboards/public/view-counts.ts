import type { IncomingHttpHeaders } from "node:http";
import type { Log } from "../../../db/log.ts";
import type { Db } from "../../../db/tables.ts";
import { addViews, type SharedBoard } from "./shared-boards.queries.ts";

const everyMs = 10_000;

export type ViewCounts = ReturnType<typeof createViewCounts>;

/** How often boards were opened, and nothing about who did. */
export function createViewCounts(db: Db, log: Log) {
  let counts = new Map<string, { clan_id: string; id: string; views: number }>();

  const add = ({ clan_id, id }: Pick<SharedBoard, "clan_id" | "id">, views = 1) => {
    const count = counts.get(id);
    if (count) count.views += views;
    else counts.set(id, { clan_id, id, views });
  };
  const store = async () => {
    if (counts.size === 0) return;
    const added = [...counts.values()];
    counts = new Map();
    try {
      await addViews(db, added);
    } catch (err) {
      for (const count of added) add(count, count.views);
      log.warn({ err }, "views could not be counted yet");
    }
  };
  const timer = setInterval(() => void store(), everyMs).unref();

  return {
    add,
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
