import type { FastifyReply, FastifyRequest } from "fastify";
import { type EventHub, resyncEvent } from "./event-hub.ts";
import type { AppEvent, EventData, EventName, Topic } from "./topics.ts";

const openingId = "open";

const defaults = {
  heartbeatMs: 25_000,
  /** The browser connects again after this, which checks again whether the person may still follow. */
  lifetimeMs: 15 * 60_000,
  /** Bytes that wait in memory for a reader who does not read; above it the reader is dropped. */
  maxWaitingBytes: 256 * 1024,
  retryMs: 2_000,
  /** Checked before each event: a stream that may not have it ends. */
  mayReceive: (_event: AppEvent): Promise<boolean> | true => true,
};

type Options<T extends Topic> = Partial<typeof defaults> & {
  /** Sent as soon as the stream is open. */
  first?: { [N in EventName<T>]: { name: N; data: EventData<T, N> } }[EventName<T>];
};

/**
 * Streams a topic to a browser as server-sent events until it leaves, reads too slowly or the instance stops.
 * Past events are not kept: a browser that comes back gets a resync. Returns how to end the stream.
 */
export function streamEvents<T extends Topic>(
  request: FastifyRequest,
  reply: FastifyReply,
  hub: EventHub,
  topic: T,
  options: Options<T> = {},
): () => void {
  const { heartbeatMs, lifetimeMs, maxWaitingBytes, retryMs, mayReceive, first } = { ...defaults, ...options };
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
  const send = (event: AppEvent) => {
    const answer = mayReceive(event);
    if (answer === true) return write(toFrame(event));
    return answer.then((may) => (may ? write(toFrame(event)) : finish())).catch(finish);
  };
  const unsubscribe = hub.subscribeTopic(topic, (event) => void send(event));
  const forgetClose = hub.onClose(finish);
  raw.on("error", () => raw.destroy());
  raw.once("close", () => {
    clearInterval(heartbeat);
    clearTimeout(lifetime);
    forgetClose();
    unsubscribe();
  });

  // The id makes a browser that comes back say so, even if it has seen no event yet.
  write(`retry: ${retryMs}\nid: ${openingId}\n\n`);
  if (first) write(toFrame({ id: openingId, topic, ...first }));
  if (request.headers["last-event-id"]) write(toFrame({ id: openingId, topic, ...resyncEvent }));
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
