import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
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
