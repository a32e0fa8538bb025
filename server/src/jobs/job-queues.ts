import type { Queue } from "pg-boss";
import type { JobName } from "./job-payloads.ts";

interface JobQueue {
  retries: Pick<Queue, "retryLimit" | "retryDelay" | "retryDelayMax">;
  /** How long one try may take before another worker gets the job. */
  expireInSeconds: number;
  /** One instance works on this many batches at a time, so that a slow job does not hold up the next one. */
  workers: number;
  batchSize: number;
  /** A cron expression in UTC, for work that nobody asks for. */
  cron?: string;
}

export const deadJobs = "dead-jobs";

export const jobQueues: Record<JobName, JobQueue> = {
  // Far more tries than a day has room for: the mail itself says when it is given up.
  "deliver-mail": {
    retries: { retryLimit: 100, retryDelay: 30, retryDelayMax: 3600 },
    expireInSeconds: 120,
    workers: 2,
    batchSize: 4,
  },
  "delete-old-mails": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "17 3 * * *",
  },
  "delete-accounts": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "41 * * * *",
  },
  "delete-clans": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "47 * * * *",
  },
  "delete-old-keys": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "53 * * * *",
  },
  "clean-up-auth": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "23 * * * *",
  },
  "clean-up-invites": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "29 * * * *",
  },
  "empty-activity-bins": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "37 * * * *",
  },
  "empty-scoreboard-bins": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "39 * * * *",
  },
  "empty-bulletin-bins": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "43 * * * *",
  },
  // Clans turn their week or month at any minute of the day.
  "freeze-scoreboards": {
    retries: { retryLimit: 1, retryDelay: 60, retryDelayMax: 60 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "*/5 * * * *",
  },
  // A bulletin comes and goes at the minute it was set to.
  "turn-bulletins": {
    retries: { retryLimit: 1, retryDelay: 60, retryDelayMax: 60 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "* * * * *",
  },
  // Far more tries than are needed: the delivery itself says when it is given up.
  "deliver-webhook": {
    retries: { retryLimit: 100, retryDelay: 30, retryDelayMax: 3600 },
    expireInSeconds: 60,
    workers: 4,
    batchSize: 1,
  },
  // Clans turn their day, and come near its end, at any minute of the day.
  "announce-summaries": {
    retries: { retryLimit: 1, retryDelay: 60, retryDelayMax: 60 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "*/5 * * * *",
  },
  "delete-old-deliveries": {
    retries: { retryLimit: 5, retryDelay: 60, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "19 3 * * *",
  },
  "notify-members": {
    retries: { retryLimit: 10, retryDelay: 30, retryDelayMax: 3600 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
  },
  // Clans come near the end of their day at any minute of it.
  "remind-members": {
    retries: { retryLimit: 1, retryDelay: 60, retryDelayMax: 60 },
    expireInSeconds: 600,
    workers: 1,
    batchSize: 1,
    cron: "*/5 * * * *",
  },
};

export const jobNames = Object.keys(jobQueues) as JobName[];

export function toQueueOptions({ retries, expireInSeconds }: JobQueue) {
  return { ...retries, retryBackoff: true, expireInSeconds, deadLetter: deadJobs, notify: true };
}
