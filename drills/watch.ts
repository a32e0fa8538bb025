import { request } from "node:http";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { quantile } from "./drill.ts";

export interface Watched {
  status: number;
  ms: number;
}

/** Asks again and again, some at once, until it is stopped. */
export function startWatching(address: string, path: string, { token = "", everyMs = 100 } = {}) {
  const seen: Promise<Watched>[] = [];
  const stopping = new AbortController();
  const working = (async () => {
    while (!stopping.signal.aborted) {
      seen.push(timed(address, path, token));
      await pause(everyMs);
    }
  })();
  return {
    async stop(): Promise<Watched[]> {
      stopping.abort();
      await working;
      return Promise.all(seen);
    },
  };
}

/** The same from a thread of its own, so that a crowd of requests in this one does not count as time of the server. */
export function startWatchingApart(address: string, path: string) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { watch: { address, path } } });
  return {
    async stop(): Promise<Watched[]> {
      worker.postMessage("stop", []);
      const [seen] = (await once(worker, "message")) as [Watched[]];
      await worker.terminate();
      return seen;
    },
  };
}

const wanted = (workerData as { watch?: { address: string; path: string } } | null)?.watch;
if (wanted && parentPort) {
  const watching = startWatching(wanted.address, wanted.path);
  const port = parentPort;
  port.once("message", () => void watching.stop().then((seen) => port.postMessage(seen, [])));
}

/** One request on a connection of its own; status 0 when no answer came. */
export function timed(address: string, path: string, token = "", body?: unknown): Promise<Watched> {
  const began = performance.now();
  const method = body === undefined ? "GET" : "POST";
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return new Promise((resolve) => {
    const confirmed = (status: number) => resolve({ status, ms: performance.now() - began });
    const asking = request(`${address}${path}`, { method, headers, agent: false }, (answer) => {
      answer.resume().on("end", () => confirmed(answer.statusCode ?? 0));
    });
    asking.on("error", () => confirmed(0)).end(body === undefined ? "" : JSON.stringify(body));
  });
}

/** Seconds that a share of them did not pass. */
export function seconds(watched: Watched[], share: number): number {
  return (
    quantile(
      watched.map(({ ms }) => ms),
      share,
    ) / 1000
  );
}

/** "990 × 503, 10 × 200". */
export function statuses(watched: Watched[]): string {
  const counts = Map.groupBy(watched, ({ status }) => status);
  return [...counts].map(([status, { length }]) => `${length} × ${status}`).join(", ");
}
