import { timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from "prom-client";
import { hashToken } from "../../access/tokens.ts";
import { findSkewMs } from "../../db/clock.ts";
import type { Reads } from "../../db/reads.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import type { EventHub } from "../../events/event-hub.ts";
import { version } from "../../version.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { measureBacklog } from "./backlog.ts";

/** What a pool of connections says of itself. */
export interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface Measured {
  db: Db;
  pool: PoolCounts;
  reads: Pick<Reads, "check" | "counts">;
  events: Pick<EventHub, "countStreams">;
  workers: Pick<WorkerPool, "read">;
  boards: { live: { countBoards: () => number; countComputations: () => number }; countAhead: () => number };
  /** Null without the Discord app. */
  discord: { counts: () => object } | null;
}

interface MetricsOptions {
  registry: Registry;
  token: string;
}

/** Counts answers and watches the process. */
export const metrics = fastifyPlugin(
  async (app: FastifyInstance, { registry }: MetricsOptions) => {
    countRequests(app, registry);
    measureProcess(app, registry);
  },
  { name: "metrics", dependencies: ["access-declared"] },
);

/** Serves what the registry holds to whoever sends the token. */
export function metricsRoutes(app: FastifyInstance, { registry, token }: MetricsOptions, measured: Measured): void {
  measurePool(registry, measured.pool);
  measureReads(registry, measured.reads);
  measureBoards(registry, measured);
  measureWorkers(registry, measured.workers);
  if (measured.discord) measureDiscord(registry, measured.discord);
  measureBacklog(registry, measured.db);
  app.get("/metrics", { config: { access: "metrics" } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (!isBearer(request.headers.authorization, token)) {
      reply.header("www-authenticate", "Bearer");
      throw new ApiError("unauthorized", "Send the token of METRICS_TOKEN as Authorization: Bearer <token>");
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Hashes are equally long, so that comparing them says nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hashToken(header ?? ""), hashToken(`Bearer ${token}`));
}

/** Counts answers by the pattern of their route, never by address. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const answers = new Counter({
    name: "clanhall_http_requests_total",
    help: "Answers by method, route pattern and class of status; without event streams and boards answered from memory.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "clanhall_http_request_duration_seconds",
    help: "Time until an answer was sent.",
    labelNames: ["method", "route"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
    registers,
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (!isStream(request, reply)) {
      const { method, routeOptions } = request;
      const route = routeOptions.url ?? "none";
      answers.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
      durations.observe({ method, route }, reply.elapsedTime / 1000);
    }
    done();
  });
}

/** A stream lasts as long as somebody listens, which says nothing about how fast we are; open ones are counted apart. */
function isStream({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return routeOptions.config.endpoint?.content === "text/event-stream" && statusCode === 200;
}

function measureProcess(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: "clanhall_build_info",
    help: "The running release.",
    labelNames: ["version"],
    registers: [registry],
  });
  build.set({ version }, 1);
  measure(registry, "process_uptime_seconds", "How long the process has been running.", () => process.uptime());
  measure(
    registry,
    "clanhall_heap_used_bytes",
    "Memory in use by JavaScript objects.",
    () => process.memoryUsage().heapUsed,
  );
  measure(
    registry,
    "clanhall_external_memory_bytes",
    "Memory in use by buffers outside of the heap.",
    () => process.memoryUsage().external,
  );

  measure(
    registry,
    "clanhall_clock_skew_seconds",
    "By how much this machine's clock is ahead of the database's.",
    () => findSkewMs() / 1000,
  );

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook("onClose", async () => void delay.disable());
  /** Nothing has been measured at the very start, and what is not a number is no delay. */
  const toSeconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  registry.registerMetric(
    new Gauge({
      name: "clanhall_event_loop_delay_seconds",
      help: "Time between two turns of the event loop since the last reading; about 0.02 is rest.",
      labelNames: ["quantile"],
      registers: [],
      collect() {
        this.set({ quantile: "0.5" }, toSeconds(delay.percentile(50)));
        this.set({ quantile: "0.99" }, toSeconds(delay.percentile(99)));
        this.set({ quantile: "1" }, toSeconds(delay.max));
        delay.reset();
      },
    }),
  );
}

function measurePool(registry: Registry, pool: PoolCounts): void {
  registry.registerMetric(
    new Gauge({
      name: "clanhall_database_connections",
      help: "Connections of this process's pool.",
      labelNames: ["state"],
      registers: [],
      collect() {
        this.set({ state: "idle" }, pool.idleCount);
        this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      },
    }),
  );
  measure(registry, "clanhall_database_waiting", "Requests that wait for a connection.", () => pool.waitingCount);
}

/** Without a replica there is nothing to say. */
function measureReads(registry: Registry, reads: Measured["reads"]): void {
  registry.registerMetric(
    new Gauge({
      name: "clanhall_replica_up",
      help: "Whether the read replica answers and has what was written.",
      registers: [],
      async collect() {
        const state = await reads.check().catch(() => "away");
        this.remove();
        if (state !== null) this.set(state === "ok" ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "clanhall_replica_reads_total",
      help: "Reads that a replica may serve, by who served them.",
      labelNames: ["server"],
      registers: [],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(reads.counts() ?? {})) this.inc({ server }, count);
      },
    }),
  );
}

function measureBoards(registry: Registry, { events, boards }: Measured): void {
  measure(registry, "clanhall_event_streams", "Open event streams to browsers.", () => events.countStreams());
  measure(registry, "clanhall_boards_in_memory", "Shared boards held in memory.", () => boards.live.countBoards());
  measureTotal(
    registry,
    "clanhall_board_computations_total",
    "How often standings of shared boards were worked out.",
    () => boards.live.countComputations(),
  );
  measureTotal(
    registry,
    "clanhall_board_answers_ahead_total",
    "Requests for shared boards that were answered from memory ahead of everything else.",
    () => boards.countAhead(),
  );
}

/** What was made of what Discord sent. */
function measureDiscord(registry: Registry, discord: NonNullable<Measured["discord"]>): void {
  registry.registerMetric(
    new Counter({
      name: "clanhall_discord_interactions_total",
      help: "Interactions of Discord: answered, of these those that followed later or failed; replayed, or refused for a bad signature.",
      labelNames: ["outcome"],
      registers: [],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(discord.counts())) this.inc({ outcome }, Number(count));
      },
    }),
  );
}

/** How the threads keep up with what they are given. */
function measureWorkers(registry: Registry, workers: Measured["workers"]): void {
  registry.registerMetric(
    new Gauge({
      name: "clanhall_worker_tasks",
      help: "Tasks of the worker threads.",
      labelNames: ["state"],
      registers: [],
      collect() {
        const { running, waiting } = workers.read();
        this.set({ state: "running" }, running);
        this.set({ state: "waiting" }, waiting);
      },
    }),
  );
  const total = (name: string, help: string, read: () => number) =>
    measureTotal(registry, `clanhall_worker_${name}_total`, help, read);
  total("tasks_started", "Tasks that were begun.", () => workers.read().started);
  total("waited_seconds", "How long tasks waited for a thread, all together.", () => workers.read().waitedMs / 1000);
  total("tasks_timed_out", "Tasks that were stopped because they took too long.", () => workers.read().timedOut);
  total("tasks_refused", "Tasks that were refused because too many waited.", () => workers.read().refused);
}

/** A number that is read when somebody asks. */
function measure(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

/** The same for a number that is counted elsewhere and only grows. */
function measureTotal(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    }),
  );
}
