import { isDeepStrictEqual } from "node:util";
import type { ClientConfig, PoolConfig } from "pg";
import { type DatabaseOptions, PgBoss, type Queue } from "pg-boss";
import type { Log } from "../db/log.ts";
import type { JobName } from "./job-payloads.ts";

interface JobQueue {
  retries: Pick<Queue, "retryLimit" | "retryDelay" | "retryDelayMax">;
  /** How long one try may take before another worker gets the job. */
  expireInSeconds: number;
  /** One instance works on this many batches at a time, so that a slow job does not hold up the next one. */
  workers: number;
  /** Above 1 the next batch is fetched at once; of single jobs each worker takes one per poll. */
  batchSize: number;
  /** A cron expression in UTC, for work that nobody asks for. */
  cron?: string;
}

export const deadJobs = "dead-jobs";

/** Work that the clock asks for, one job at a time. */
const byClock = { expireInSeconds: 600, workers: 1, batchSize: 1 };
/** Nobody waits for it, and all that it missed is still there the next time. */
const tidying = { ...byClock, retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 } };
/** Comes again so soon that it is hardly worth another try: clans turn their days and weeks at any minute. */
const watching = { ...byClock, retries: { retryLimit: 1, retryDelay: 60, retryDelayMax: 60 } };
/** Far more tries than are needed: what is delivered says itself when it is given up. */
const delivering = { retryLimit: 100, retryDelay: 30, retryDelayMax: 3600 };

export const jobQueues: Record<JobName, JobQueue> = {
  "deliver-mail": { retries: delivering, expireInSeconds: 120, workers: 2, batchSize: 4 },
  "deliver-webhook": { retries: delivering, expireInSeconds: 60, workers: 4, batchSize: 4 },
  "notify-members": {
    retries: { retryLimit: 10, retryDelay: 30, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 4,
  },
  "announce-due-bulletins": { ...watching, cron: "* * * * *" },
  "freeze-scoreboards": { ...watching, cron: "*/5 * * * *" },
  "announce-summaries": { ...watching, cron: "*/5 * * * *" },
  "remind-members": { ...watching, cron: "*/5 * * * *" },
  "sync-discord-roles": { ...watching, cron: "* * * * *" },
  "clean-up-auth": { ...tidying, cron: "23 * * * *" },
  "clean-up-invites": { ...tidying, cron: "29 * * * *" },
  "empty-activity-bins": { ...tidying, cron: "37 * * * *" },
  "empty-scoreboard-bins": { ...tidying, cron: "39 * * * *" },
  "delete-accounts": { ...tidying, cron: "41 * * * *" },
  "empty-bulletin-bins": { ...tidying, cron: "43 * * * *" },
  "delete-clans": { ...tidying, cron: "47 * * * *" },
  "delete-old-keys": { ...tidying, cron: "53 * * * *" },
  "delete-old-interactions": { ...tidying, cron: "*/10 * * * *" },
  "delete-old-mails": { ...tidying, cron: "*/10 * * * *" },
  "delete-old-deliveries": { ...tidying, cron: "19 3 * * *" },
  "make-parts": { ...tidying, cron: "33 3 * * *" },
};

/** Queues of earlier releases. Their schedule would go on adding jobs that nobody works on. */
const retiredQueues = ["turn-bulletins"];

export const jobNames = Object.keys(jobQueues) as JobName[];

function toQueueOptions({ retries, expireInSeconds }: JobQueue) {
  return { ...retries, retryBackoff: true, expireInSeconds, deadLetter: deadJobs, notify: true };
}

/** New jobs are announced by NOTIFY, so what the queue does on its own when idle can be rare. */
const quiet = { useListenNotify: true, flowIntervalSeconds: 3_600, cronWorkerIntervalSeconds: 30 };

/** What fails inside the queue, above all when the database restarts, arrives as an event and must not end the process. */
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
  boss.on("error", (err) => log.warn({ err }, "job queue error, it recovers by itself"));
  boss.on("warning", ({ message, data }) => log.warn({ data }, `job queue: ${message}`));
  return boss;
}

/** What the clock asked for while nobody ran is done once. */
const oncePerGap = { missed: "once" } as const;

/**
 * The code is the truth about a queue's settings, so an existing queue is brought up to date as well. Most starts find
 * everything as it should be, and change nothing.
 */
export async function createJobQueues(boss: PgBoss): Promise<void> {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const findQueue = (name: string) => queues.find((queue) => queue.name === name);
  if (!findQueue(deadJobs)) await boss.createQueue(deadJobs, { retryLimit: 5 });
  for (const name of jobNames) {
    const options = toQueueOptions(jobQueues[name]);
    const queue = findQueue(name);
    if (!queue) await boss.createQueue(name, options);
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, options);
    const { cron } = jobQueues[name];
    const isScheduled = schedules.some(
      (schedule) => schedule.name === name && schedule.cron === cron && isDeepStrictEqual(schedule.options, oncePerGap),
    );
    if (cron && !isScheduled) await boss.schedule(name, cron, {}, oncePerGap);
  }
  for (const name of retiredQueues.filter(findQueue)) {
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
