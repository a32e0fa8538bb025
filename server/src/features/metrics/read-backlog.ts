import type { Db } from "../../db/tables.ts";
import { deadJobs, jobNames } from "../../jobs/job-queues.ts";
import { everybodyPrefix } from "../../http/network-limit.ts";
import { type BacklogRow, type LimitUse, listBacklog, listLimitUse } from "./backlog.queries.ts";
import { type Metric, single } from "./metrics-text.ts";

/** However many ask how often, the database is asked once in this time. */
const freshMs = 5_000;

/** Reads what is waiting, and how close to its limits the installation is. Without the database there is nothing to tell but that. */
export function createBacklogReader(db: Db): () => Promise<Metric[]> {
  let asked: { at: number; rows: Promise<[BacklogRow[], LimitUse[]] | null> } | null = null;
  const read = () => Promise.all([listBacklog(db), listLimitUse(db, everybodyPrefix)]).catch(() => null);

  return async () => {
    const now = Date.now();
    if (!asked || now - asked.at > freshMs) asked = { at: now, rows: read() };
    const rows = await asked.rows;
    if (!rows) asked = null;
    const up = single("gauge", "clanhall_database_up", "Whether the database answered.", rows ? 1 : 0);
    return rows ? [up, ...toMetrics(rows[0], now), toLimitMetric(rows[1])] : [up];
  };
}

function toLimitMetric(limits: LimitUse[]): Metric {
  return {
    name: "clanhall_global_limit_used_ratio",
    help: "Share of a limit for the whole installation that is used up; at 1 strangers are refused.",
    type: "gauge",
    samples: limits.map(({ name, used, most }) => ({ labels: { limit: name }, value: used / most })),
  };
}

function toMetrics(rows: BacklogRow[], now: number): Metric[] {
  const total = (kind: BacklogRow["kind"], state: BacklogRow["state"], name = "") =>
    rows.find((row) => row.kind === kind && row.state === state && row.name === name)?.total ?? 0;
  const states = ["waiting", "active", "failed"] as const;
  const since = Math.min(now, ...rows.flatMap(({ due_since }) => (due_since ? [due_since.getTime()] : [])));
  return [
    {
      name: "clanhall_jobs",
      help: "Jobs of all instances by name: waiting for their time or a worker, being done, given up.",
      type: "gauge",
      samples: [...jobNames, deadJobs].flatMap((job) =>
        states.map((state) => ({ labels: { job, state }, value: total("job", state, job) })),
      ),
    },
    single(
      "gauge",
      "clanhall_jobs_oldest_due_seconds",
      "For how long the job that waits longest could have been done.",
      (now - since) / 1000,
    ),
    {
      name: "clanhall_mails",
      help: "Mails that wait to be sent or were given up.",
      type: "gauge",
      samples: (["waiting", "failed"] as const).map((state) => ({ labels: { state }, value: total("mail", state) })),
    },
    single(
      "gauge",
      "clanhall_webhook_deliveries_waiting",
      "Messages to webhooks that wait to be posted.",
      total("webhook_delivery", "waiting"),
    ),
  ];
}
