import { identityHeaders } from "./api-client.ts";
import { asRecord } from "./compat/read-answer.ts";

interface Following {
  /** `resync` when events may have been missed. */
  onEvent: (name: string, data: unknown) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** With too many streams open, the page reads anew as often as this until there is room for another. */
const pollMs = 60_000;

/**
 * Follows server-sent events while the page is in sight, until the returned function is called. The browser's own
 * `EventSource` cannot say who is asking, so the stream is read by hand.
 */
export function followEvents(path: string, { onEvent }: Following): () => void {
  let stop: AbortController | undefined;
  let hasLeft = false;
  const start = () => {
    stop = new AbortController();
    void keepReading(path, onEvent, stop.signal, hasLeft);
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
  onEvent: Following["onEvent"],
  signal: AbortSignal,
  isBack: boolean,
): Promise<void> {
  let pause = firstPauseMs;
  let lastId = isBack ? "open" : "";
  while (!signal.aborted) {
    try {
      const answer = await ask(path, lastId, signal);
      if (answer.status === 403 || answer.status === 404) return;
      if (answer.status === 429) {
        lastId = "open";
        await wait(pollMs * (0.75 + Math.random() / 2), signal);
        if (!signal.aborted) onEvent("resync", null);
        continue;
      }
      if (answer.ok && answer.body) {
        pause = firstPauseMs;
        // A stream that ends was open once: whatever comes next has to catch up.
        lastId = "open";
        for await (const { name, data } of readEvents(answer.body)) onEvent(name, data);
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

async function* readEvents(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const frames = text.split(/\r?\n\r?\n/);
    text = frames.pop() ?? "";
    for (const frame of frames) yield* readFrame(frame);
  }
}

function* readFrame(frame: string) {
  const lines = frame.split(/\r?\n/);
  const valueOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trimStart());
  const [name] = valueOf("event");
  if (name) yield { name, data: asRecord(parse(valueOf("data").join("\n"))).data };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
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
