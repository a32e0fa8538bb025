import type { ClientConfig, PoolConfig } from "pg";
import { type DatabaseOptions, PgBoss } from "pg-boss";
import type { Log } from "../db/log.ts";
import { deadJobs, jobNames, jobQueues, retiredQueues, toQueueOptions } from "./job-queues.ts";

/** New jobs are announced by NOTIFY, so what the queue does on its own when idle can be rare. */
const quiet = { useListenNotify: true, flowIntervalSeconds: 3_600, cronWorkerIntervalSeconds: 30 };

/** Everything the queue meets on its own, a database restart above all, arrives as an event and must not end the process. */
export function openJobQueue(connection: ClientConfig, log: Log): PgBoss {
  const pool: PoolConfig = {
    ...connection,
    application_name: "clanhall jobs",
    max: 3,
    connectionTimeoutMillis: 5_000,
    query_timeout: 25_000,
    keepAlive: true,
  };
  const boss = new PgBoss({ ...(pool as DatabaseOptions), ...quiet });
  boss.on("error", (err) => log.warn({ err }, "job queue trouble, it goes on by itself"));
  boss.on("warning", ({ message, data }) => log.warn({ data }, `job queue: ${message}`));
  return boss;
}

/** The code is the truth about a queue's settings, so an existing queue is brought up to date as well. */
export async function createJobQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadJobs, { retryLimit: 5 });
  for (const name of jobNames) {
    const options = toQueueOptions(jobQueues[name]);
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
    const { cron } = jobQueues[name];
    if (cron) await boss.schedule(name, cron, {}, { missed: "once" });
  }
  for (const name of retiredQueues) {
    await boss.unschedule(name);
    await boss.deleteQueue(name);
  }
}

/** Creates tables and queues, so that jobs can be asked for where nothing works on them. */
export async function installJobs(connection: ClientConfig, log: Log): Promise<void> {
  const boss = openJobQueue(connection, log);
  try {
    await boss.start();
    await createJobQueues(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
