import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../db/tables.ts";
import type { EventHub } from "../../events/event-hub.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { ApiError } from "../../errors.ts";
import { countRequests } from "./count-requests.ts";
import { type Metric, metricsContentType, single, toMetricsText } from "./metrics-text.ts";
import { createBacklogReader } from "./read-backlog.ts";
import { watchProcess } from "./watch-process.ts";

/** What a pool of connections says of itself. */
export interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface Watched {
  db: Db;
  pool: PoolCounts;
  events: Pick<EventHub, "countStreams">;
  workers: Pick<WorkerPool, "read">;
  boards: { live: { countBoards: () => number; countComputations: () => number }; countAhead: () => number };
}

/** Counts from now on, and returns how to serve what was counted. Without a token nothing is counted or served. */
export function prepareMetrics(app: FastifyInstance, token: string | null): (watched: Watched) => void {
  if (!token) return () => undefined;
  const readRequests = countRequests(app);
  const own = watchProcess();
  app.addHook("onClose", async () => own.stop());

  return (watched) => {
    const readBacklog = createBacklogReader(watched.db);
    app.get("/metrics", { config: { access: "metrics" } }, async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (!isBearer(request.headers.authorization, token)) {
        reply.header("www-authenticate", "Bearer");
        throw new ApiError("unauthorized", "Send the token of METRICS_TOKEN as Authorization: Bearer <token>");
      }
      const metrics = [
        ...own.read(),
        ...readRequests(),
        ...readWatched(watched),
        ...readWorkers(watched.workers),
        ...(await readBacklog()),
      ];
      return reply.type(metricsContentType).send(toMetricsText(metrics));
    });
  };
}

/** Digests are equally long, so that comparing them tells nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
}

function readWatched({ pool, events, boards }: Watched): Metric[] {
  const { totalCount, idleCount, waitingCount } = pool;
  return [
    {
      name: "clanhall_database_connections",
      help: "Connections of this process's pool.",
      type: "gauge",
      samples: [
        { labels: { state: "idle" }, value: idleCount },
        { labels: { state: "busy" }, value: totalCount - idleCount },
      ],
    },
    single("gauge", "clanhall_database_waiting", "Requests that wait for a connection.", waitingCount),
    single("gauge", "clanhall_event_streams", "Open event streams to browsers.", events.countStreams()),
    single("gauge", "clanhall_boards_in_memory", "Shared boards held in memory.", boards.live.countBoards()),
    single(
      "counter",
      "clanhall_board_computations_total",
      "How often standings of shared boards were worked out.",
      boards.live.countComputations(),
    ),
    single(
      "counter",
      "clanhall_board_answers_ahead_total",
      "Requests for shared boards that were answered from memory ahead of everything else.",
      boards.countAhead(),
    ),
  ];
}

/** How the threads keep up with what they are given. */
function readWorkers(workers: Watched["workers"]): Metric[] {
  const { running, waiting, started, waitedMs, timedOut, refused } = workers.read();
  const total = (name: string, help: string, value: number) =>
    single("counter", `clanhall_worker_${name}_total`, help, value);
  return [
    {
      name: "clanhall_worker_tasks",
      help: "Tasks of the worker threads.",
      type: "gauge",
      samples: [
        { labels: { state: "running" }, value: running },
        { labels: { state: "waiting" }, value: waiting },
      ],
    },
    total("tasks_started", "Tasks that were begun.", started),
    total("waited_seconds", "How long tasks waited for a thread, all together.", waitedMs / 1000),
    total("tasks_timed_out", "Tasks that were stopped because they took too long.", timedOut),
    total("tasks_refused", "Tasks that were refused because too many waited.", refused),
  ];
}
