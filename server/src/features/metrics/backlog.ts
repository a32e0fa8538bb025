import { LRUCache } from "lru-cache";
import { Gauge, type Registry } from "prom-client";
import { clock } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { everybodyPrefix } from "../../http/network-limit.ts";
import { deadJobs, jobNames } from "../../jobs/job-queues.ts";
import { type BacklogRow, type LimitUse, listBacklog, listLimitUse } from "./queries.ts";

/** However many ask how often, the database is asked once in this time. */
const freshMs = 5_000;

interface Backlog {
  rows: BacklogRow[];
  limits: LimitUse[];
}

/** What is waiting, and how close to its limits the installation is. While the database is away only that is said. */
export function measureBacklog(registry: Registry, db: Db): void {
  const cache = new LRUCache<"backlog", Backlog>({
    max: 1,
    ttl: freshMs,
    fetchMethod: async () => {
      const [rows, limits] = await Promise.all([listBacklog(db), listLimitUse(db, everybodyPrefix)]);
      return { rows, limits };
    },
  });
  const read = async () => (await cache.fetch("backlog").catch(() => null)) ?? null;
  const measure = (name: string, help: string, labelNames: string[], set: (gauge: Gauge, backlog: Backlog) => void) => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const backlog = await read();
          // A series that nobody could read is missing; zero would read like good news.
          if (labelNames.length > 0) this.reset();
          else this.remove();
          if (backlog) set(this, backlog);
        },
      }),
    );
  };

  registry.registerMetric(
    new Gauge({
      name: "clanhall_database_up",
      help: "Whether the database answered.",
      registers: [],
      async collect() {
        this.set((await read()) ? 1 : 0);
      },
    }),
  );
  measure(
    "clanhall_jobs",
    "Jobs of all instances by name: waiting for their time or a worker, being done, given up.",
    ["job", "state"],
    (gauge, { rows }) => {
      for (const job of [...jobNames, deadJobs]) {
        for (const state of ["waiting", "active", "failed"] as const) {
          gauge.set({ job, state }, findTotal(rows, "job", state, job));
        }
      }
    },
  );
  measure(
    "clanhall_jobs_oldest_due_seconds",
    "For how long the job that waits longest could have been done.",
    [],
    (gauge, { rows }) => {
      const now = clock.now();
      const since = Math.min(now, ...rows.flatMap(({ due_since }) => (due_since ? [due_since.getTime()] : [])));
      gauge.set((now - since) / 1000);
    },
  );
  measure("clanhall_mails", "Mails that wait to be sent or were given up.", ["state"], (gauge, { rows }) => {
    for (const state of ["waiting", "failed"] as const) gauge.set({ state }, findTotal(rows, "mail", state));
  });
  measure(
    "clanhall_webhook_deliveries_waiting",
    "Messages to webhooks that wait to be posted.",
    [],
    (gauge, { rows }) => gauge.set(findTotal(rows, "webhook_delivery", "waiting")),
  );
  measure(
    "clanhall_global_limit_used_ratio",
    "Share of a limit for the whole installation that is used up; at 1 unknown callers are refused.",
    ["limit"],
    (gauge, { limits }) => {
      for (const { name, used, most } of limits) gauge.set({ limit: name }, used / most);
    },
  );
}

function findTotal(rows: BacklogRow[], kind: BacklogRow["kind"], state: BacklogRow["state"], name = ""): number {
  return rows.find((row) => row.kind === kind && row.state === state && row.name === name)?.total ?? 0;
}
