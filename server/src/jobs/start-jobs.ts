import type { ClientConfig } from "pg";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Log } from "../db/log.ts";
import type { JobHandlers, JobName, JobPayloads } from "./job-payloads.ts";
import { createJobQueues, deadJobs, jobNames, jobQueues, openJobQueue } from "./job-queues.ts";

interface JobsToStart {
  connection: ClientConfig;
  log: Log;
  handlers: JobHandlers;
  /** How often to poll for jobs that nothing announces, such as retries. New jobs arrive by NOTIFY. */
  pollSeconds?: number;
}

interface RunningJobs {
  /** Lets running jobs finish for a few seconds; what is cut off is tried again by another instance. */
  stop: () => Promise<void>;
}

/** Works the job queues of this database, sharing them with every other instance: each job goes to one of them. */
export async function startJobs({ connection, log, handlers, pollSeconds = 10 }: JobsToStart): Promise<RunningJobs> {
  const boss = openJobQueue(connection, log);
  const stop = () => boss.stop({ timeout: 5_000 }).catch((err: unknown) => log.warn({ err }, "job queue did not stop"));
  try {
    await boss.start();
    await createJobQueues(boss);
    await logDeadJobs(boss, log, pollSeconds);
    for (const name of jobNames) await workQueue(boss, log, name, handlers, pollSeconds);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function workQueue<Name extends JobName>(
  boss: PgBoss,
  log: Log,
  name: Name,
  handlers: Pick<JobHandlers, Name>,
  pollSeconds: number,
): Promise<void> {
  const run = async ({ id, data, retryCount }: JobWithMetadata<JobPayloads[Name]>) => {
    try {
      await handlers[name](data);
      return { id, status: "completed" as const };
    } catch (err) {
      log.warn({ err, job: name, id, attempt: retryCount + 1 }, "job failed");
      return { id, status: "failed" as const, output: { message: err instanceof Error ? err.message : String(err) } };
    }
  };
  const { workers, batchSize } = jobQueues[name];
  await boss.work(
    name,
    {
      pollingIntervalSeconds: Math.min(2, pollSeconds),
      notifyPollingIntervalSeconds: pollSeconds,
      localConcurrency: workers,
      batchSize,
      // One NOTIFY may announce many jobs, so after a full batch the next one is fetched at once.
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
    },
    (jobs: JobWithMetadata<JobPayloads[Name]>[]) => Promise.all(jobs.map(run)),
  );
}

/** The last stop of every job that used up its tries, also of one whose process died under it. */
async function logDeadJobs(boss: PgBoss, log: Log, pollSeconds: number): Promise<void> {
  await boss.work(
    deadJobs,
    { pollingIntervalSeconds: pollSeconds, batchSize: 20, burstWhenBatchFull: true, includeMetadata: true },
    async (jobs: JobWithMetadata[]) => {
      for (const { sourceName, sourceId, sourceOutput, data } of jobs) {
        log.error({ job: sourceName, id: sourceId, payload: data, reason: sourceOutput }, "job given up");
      }
    },
  );
}
