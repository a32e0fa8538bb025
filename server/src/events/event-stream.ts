import type { FastifyReply, FastifyRequest } from "fastify";
import { type AppEvent, resyncName } from "./topics.ts";
import type { EventHub } from "./event-hub.ts";

const openingId = "open";

const defaults = {
  heartbeatMs: 25_000,
  /** The browser connects again after this, which asks anew whether the person may still listen. */
  lifetimeMs: 15 * 60_000,
  /** Bytes that wait in memory for a reader who does not read; above it the reader is dropped. */
  maxWaitingBytes: 256 * 1024,
  retryMs: 2_000,
  /** Asked before each event: whoever lost the right to hear it is sent away. */
  mayHear: (_event: AppEvent): Promise<boolean> | true => true,
  /** Told on the first topic as soon as the stream is open. */
  first: null as Pick<AppEvent, "name" | "data"> | null,
};

/**
 * Streams the topics to a browser as server-sent events until it leaves, reads too slowly or the instance stops.
 * Past events are not kept: a browser that comes back is told to read anew. Returns how to end the stream.
 */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  hub: EventHub,
  topics: string[],
  options: Partial<typeof defaults> = {},
): () => void {
  const { heartbeatMs, lifetimeMs, maxWaitingBytes, retryMs, mayHear, first } = { ...defaults, ...options };
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...definedHeaders(reply),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    connection: "close",
  });
  if (request.method === "HEAD") raw.end();
  if (raw.destroyed || raw.writableEnded) return () => undefined;
  // The server's time limit for silent connections would end a quiet stream.
  request.raw.socket.setTimeout(0);

  const write = (chunk: string) => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(chunk);
    if (raw.writableLength > maxWaitingBytes) raw.destroy();
  };
  const finish = () => void (raw.writableLength > 0 ? raw.destroy() : raw.end());
  const heartbeat = setInterval(() => write(":\n\n"), heartbeatMs);
  const lifetime = setTimeout(finish, lifetimeMs);
  const hear = (event: AppEvent) => {
    const answer = mayHear(event);
    if (answer === true) return write(toFrame(event));
    return answer.then((may) => (may ? write(toFrame(event)) : finish())).catch(finish);
  };
  const subscriptions = topics.map((topic) => hub.subscribe(topic, (event) => void hear(event)));
  const forgetClose = hub.onClose(finish);
  raw.on("error", () => raw.destroy());
  raw.once("close", () => {
    clearInterval(heartbeat);
    clearTimeout(lifetime);
    forgetClose();
    for (const unsubscribe of subscriptions) unsubscribe();
  });

  // The id makes a browser that comes back say so, even if it has seen no event yet.
  write(`retry: ${retryMs}\nid: ${openingId}\n\n`);
  if (first) write(toFrame({ id: openingId, topic: topics[0] ?? "", ...first }));
  if (request.headers["last-event-id"]) {
    for (const topic of topics) write(toFrame({ id: openingId, topic, name: resyncName, data: null }));
  }
  return finish;
}

function toFrame({ id, name, topic, data }: AppEvent): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify({ topic, data })}\n\n`;
}

function definedHeaders(reply: FastifyReply) {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(
      (header): header is [string, string | number | string[]] => header[1] !== undefined,
    ),
  );
}
