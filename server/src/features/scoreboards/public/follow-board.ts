import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../../errors.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { streamEvents } from "../../../events/event-stream.ts";
import { topicOf } from "./board-readings.ts";
import type { LiveBoards, OpenBoard } from "./live-boards.ts";

/** Streams that one instance holds open for visitors. */
const streamsMax = 5_000;
/** A stream ends after as much, and the browser asks anew whether it may listen. */
const lifetimeMs = 15 * 60_000;

/** Tells visitors of a board when it has changed, and never what. */
export function createBoardStreams(boards: LiveBoards, events: EventHub) {
  let streams = 0;
  return function stream(request: FastifyRequest, reply: FastifyReply, opened: OpenBoard, unlock: string | undefined) {
    if (streams >= streamsMax) {
      throw new ApiError("unavailable", "Too many people follow boards right now. Please try again later.", {
        retryAfter: 60,
      });
    }
    // Not the whole board: a stream that outlives a version must not hold its bytes in memory.
    const { live } = opened;
    const { share_expires_at: end, id } = opened.board;
    const untilEnd = end ? Math.max(0, end.getTime() - Date.now()) : lifetimeMs;
    if (request.method !== "HEAD") {
      streams += 1;
      const leave = boards.follow(opened);
      reply.raw.once("close", () => {
        streams -= 1;
        leave();
      });
    }
    streamEvents(request, reply, events, [topicOf(id)], {
      lifetimeMs: Math.min(lifetimeMs, untilEnd),
      mayHear: () => boards.mayHear(live, unlock),
      // What changed after the page was made and before its browser listened would else never be told.
      first: { name: "standings", data: { version: opened.ready.standings.version } },
    });
  };
}
