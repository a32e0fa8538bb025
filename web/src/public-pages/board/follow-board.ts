import type { BoardEventName, EventFrame, StandingsChange } from "@clanhall/contract/events";
import { boardCalls } from "@clanhall/contract/public-board-calls";

interface Following {
  token: string;
  /** The browser's own streams cannot carry what opens a board. */
  isLocked: () => boolean;
  /** The version on the page. */
  version: () => string;
  /** The board has changed, or may have. Says whether the server answered. */
  onChange: () => Promise<boolean>;
  /** The line to the server was found or lost. */
  onLine: (isOpen: boolean) => void;
}

const failuresMax = 3;
const pollMs = 30_000;
/** A server that refuses the stream has too many of them open. */
const refusedPollMs = 60_000;
/** Readers of one board do not all ask in the same moment. */
const spreadMs = 1_000;

const eventNames: BoardEventName[] = ["standings", "resync"];

/** Follows a board while the page is in sight, by events or, where these do not come through, by asking. */
export function followBoard(page: Window, following: Following): () => void {
  const { document: root } = page;
  let stop = root.hidden ? null : listen(page, following);
  const onVisibility = () => {
    stop?.();
    stop = null;
    if (root.hidden) return;
    void following.onChange();
    stop = listen(page, following);
  };
  root.addEventListener("visibilitychange", onVisibility);
  return () => {
    root.removeEventListener("visibilitychange", onVisibility);
    stop?.();
  };
}

function listen(page: Window, following: Following): () => void {
  if (typeof EventSource === "undefined" || following.isLocked()) return poll(page, following, pollMs);
  const stream = new EventSource(boardCalls.events.replace(":token", encodeURIComponent(following.token)));
  let failures = 0;
  let timer = 0;
  let stopPolling: (() => void) | undefined;
  // Every stream begins with the version of the moment: nothing is missed while the line is down.
  const onEvent = ({ data }: MessageEvent<string>) => {
    if ((JSON.parse(data) as EventFrame<Partial<StandingsChange>>).data.version === following.version()) return;
    page.clearTimeout(timer);
    timer = page.setTimeout(() => void following.onChange(), Math.random() * spreadMs);
  };
  for (const name of eventNames) stream.addEventListener(name, onEvent);
  stream.addEventListener("open", () => {
    following.onLine(true);
    failures = 0;
  });
  stream.addEventListener("error", () => {
    following.onLine(false);
    failures++;
    const isRefused = stream.readyState === EventSource.CLOSED;
    if (!isRefused && failures < failuresMax) return;
    stream.close();
    void following.onChange();
    stopPolling ??= poll(page, following, isRefused ? refusedPollMs : pollMs);
  });
  return () => {
    stream.close();
    page.clearTimeout(timer);
    stopPolling?.();
  };
}

function poll(page: Window, { onChange, onLine }: Following, everyMs: number): () => void {
  let timer = 0;
  const wait = () => {
    timer = page.setTimeout(
      () => {
        wait();
        void onChange().then(onLine);
      },
      everyMs * (0.75 + Math.random() / 2),
    );
  };
  wait();
  return () => page.clearTimeout(timer);
}
