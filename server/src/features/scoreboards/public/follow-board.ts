import type { FastifyReply, FastifyRequest } from "fastify";
import type { EventHub } from "../../../events/event-hub.ts";
import { streamEvents } from "../../../events/event-stream.ts";
import { topicOf } from "./board-readings.ts";
import type { LiveBoards, OpenBoard } from "./live-boards.ts";

/** A stream ends after as much, and the browser asks anew whether it may listen. */
const lifetimeMs = 15 * 60_000;

/** Tells visitors of a board when it has changed, and never what. */
export function createBoardStreams(boards: LiveBoards, events: EventHub) {
  return function stream(request: FastifyRequest, reply: FastifyReply, opened: OpenBoard, unlock: string | undefined) {
    // Not the whole board: a stream that outlives a version must not hold its bytes in memory.
    const { live } = opened;
    const { share_expires_at: end, id } = opened.board;
    const untilEnd = end ? Math.max(0, end.getTime() - Date.now()) : lifetimeMs;
    if (request.method !== "HEAD" && !reply.raw.destroyed) reply.raw.once("close", boards.follow(opened));
    streamEvents(request, reply, events, [topicOf(id)], {
      lifetimeMs: Math.min(lifetimeMs, untilEnd),
      mayHear: () => boards.mayHear(live, unlock),
      // What changed after the page was made and before its browser listened would else never be told.
      first: { name: "standings", data: { version: opened.ready.standings.version } },
    });
  };
}
