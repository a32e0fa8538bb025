import { followClan as followClanEndpoint } from "@clanhall/contract/days";
import type { ClanEventHandlers, EventFrame } from "@clanhall/contract/events";
import { createParser } from "eventsource-parser";
import { identityHeaders } from "./api-client.ts";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** With too many streams open, the page reads anew as often as this until there is room for another. */
const pollMs = 60_000;

/**
 * Follows what happens in a clan while the page is in sight, until the returned function is called. The browser's own
 * `EventSource` cannot say who is asking, so the stream is fetched.
 */
export function followClan(clanId: string, handlers: ClanEventHandlers): () => void {
  const path = followClanEndpoint.path.replace(":clanId", clanId);
  let stop: AbortController | undefined;
  let hasLeft = false;
  const start = () => {
    stop = new AbortController();
    void keepReading(path, handlers, stop.signal, hasLeft);
  };
  const onVisibility = () => {
    if (document.hidden) {
      stop?.abort();
      stop = undefined;
      hasLeft = true;
    } else if (!stop) start();
  };
  document.addEventListener("visibilitychange", onVisibility);
  if (!document.hidden) start();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    stop?.abort();
  };
}

async function keepReading(
  path: string,
  handlers: ClanEventHandlers,
  signal: AbortSignal,
  isBack: boolean,
): Promise<void> {
  let pause = firstPauseMs;
  let lastId = isBack ? "open" : "";
  while (!signal.aborted) {
    try {
      const answer = await ask(path, lastId, signal);
      if (answer.status === 403 || answer.status === 404) {
        // Whoever has been removed meanwhile sees it as soon as the page reads anew.
        if (lastId) handlers.resync?.({});
        return;
      }
      if (answer.status === 429) {
        lastId = "open";
        await wait(pollMs * (0.75 + Math.random() / 2), signal);
        if (!signal.aborted) handlers.resync?.({});
        continue;
      }
      if (answer.ok && answer.body) {
        pause = firstPauseMs;
        // A stream that ends was open once: whatever comes next has to catch up.
        lastId = "open";
        await readEvents(answer.body, handlers);
      }
    } catch {
      // The next try may find the line again.
    }
    await wait(pause * (0.75 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, longestPauseMs);
  }
}

async function ask(path: string, lastId: string, signal: AbortSignal): Promise<Response> {
  const headers = { accept: "text/event-stream", ...(await identityHeaders(signal)) };
  return fetch(path, {
    headers: lastId ? { ...headers, "last-event-id": lastId } : headers,
    signal,
    cache: "no-store",
  });
}

async function readEvents(body: ReadableStream<Uint8Array>, handlers: ClanEventHandlers): Promise<void> {
  const parser = createParser({
    onEvent({ event = "", data }) {
      // The server has parsed what it sends by the same names.
      const handle = handlers[event as keyof ClanEventHandlers] as ((data: unknown) => void) | undefined;
      if (Object.hasOwn(handlers, event)) handle?.((JSON.parse(data) as EventFrame<unknown>).data);
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    parser.feed(decoder.decode(chunk.value, { stream: true }));
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
