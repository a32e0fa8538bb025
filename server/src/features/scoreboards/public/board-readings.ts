import { randomUUID } from "node:crypto";
import type { Secrets } from "../../../access/secrets.ts";
import type { Db } from "../../../db/tables.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import type { BoardShelf } from "./board-cache.ts";
import { type LiveBoard, openResult } from "./live-board.ts";
import { type ReadyBoard, readBoard } from "./ready-board.ts";
import type { SharedBoard } from "./queries.ts";

/** Where this instance tells the followers of a board. */
export function topicOf(boardId: string): string {
  return `board/${boardId}`;
}

/** Reads boards when nobody has yet since their last change, and tells followers what came of it. */
export function createReadings(parts: { db: Db; secrets: Secrets; events: EventHub }, shelf: BoardShelf) {
  let count = 0;

  async function read(live: LiveBoard, { clan_id, id }: SharedBoard, period: string, before: ReadyBoard | null) {
    count += 1;
    const ready = await readBoard(parts, { clanId: clan_id, boardId: id, period: period || null }, before);
    shelf.trim();
    const version = ready?.standings.version;
    const isNews = period === "" && live.followers > 0 && before && version !== before.standings.version;
    if (isNews) parts.events.deliver({ id: randomUUID(), topic: topicOf(id), name: "standings", data: { version } });
    return ready;
  }

  return {
    open: (live: LiveBoard, board: SharedBoard, period = "", now = new Date()) =>
      openResult(live, board, period, now, (before) => read(live, board, period, before)),
    count: () => count,
  };
}
