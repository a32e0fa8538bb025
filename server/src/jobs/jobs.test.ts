import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { enqueue } from "./enqueue.ts";
import type { JobHandlers } from "./job-payloads.ts";
import { installJobs, openJobQueue } from "./job-queues.ts";
import { startJobs } from "./start-jobs.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const log = recordedLog();
const soon = { timeout: 10_000, interval: 25 };

beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection, log);
});
afterAll(() => database.close());

function ask(mailId: string) {
  return database.db.transaction().execute((tx) => enqueue(tx, "deliver-mail", { mailId }));
}

function start(deliver: JobHandlers["deliver-mail"], pollSeconds = 0.5) {
  const idle = async () => undefined;
  const handlers = {
    "deliver-mail": deliver,
    "delete-old-mails": idle,
    "delete-accounts": idle,
    "delete-clans": idle,
    "delete-old-keys": idle,
    "delete-old-interactions": idle,
    "clean-up-auth": idle,
    "clean-up-invites": idle,
    "empty-activity-bins": idle,
    "empty-scoreboard-bins": idle,
    "empty-bulletin-bins": idle,
    "freeze-scoreboards": idle,
    "announce-due-bulletins": idle,
    "deliver-webhook": idle,
    "announce-summaries": idle,
    "delete-old-deliveries": idle,
    "notify-members": idle,
    "remind-members": idle,
    "sync-discord-roles": idle,
    "make-parts": idle,
  };
  return startJobs({ connection: database.connection, log, handlers, pollSeconds });
}

test("a job whose transaction is rolled back never runs, and the next one does", async () => {
  const seen: string[] = [];
  const jobs = await start(async ({ mailId }) => void seen.push(mailId));
  const failing = database.db.transaction().execute(async (tx) => {
    await enqueue(tx, "deliver-mail", { mailId: "never" });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await ask("kept");
  await vi.waitFor(() => expect(seen).toEqual(["kept"]), soon);
  await jobs.stop();
  expect(seen).toEqual(["kept"]);
});

test("of two instances each job goes to one", async () => {
  const seen: string[] = [];
  const workers = await Promise.all([1, 2].map(() => start(async ({ mailId }) => void seen.push(mailId))));
  const wanted = Array.from({ length: 40 }, (_, number) => `mail ${number}`);
  await Promise.all(wanted.map(ask));
  await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(40), soon);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(seen.toSorted()).toEqual(wanted.toSorted());
});

test("many jobs asked for at once start right away, not at the next look into the queue", async () => {
  const seen: string[] = [];
  const jobs = await start(async ({ mailId }) => void seen.push(mailId), 60);
  const wanted = Array.from({ length: 20 }, (_, number) => `at once ${number}`);
  await database.db.transaction().execute(async (tx) => {
    for (const mailId of wanted) await enqueue(tx, "deliver-mail", { mailId });
  });
  await vi.waitFor(() => expect(seen.toSorted()).toEqual(wanted.toSorted()), soon);
  await jobs.stop();
});

test("jobs asked for while nobody works wait for the next instance", async () => {
  const seen: string[] = [];
  await ask("early");
  const jobs = await start(async ({ mailId }) => void seen.push(mailId));
  await vi.waitFor(() => expect(seen).toEqual(["early"]), soon);
  await jobs.stop();
});

test("a failed job waits for its next try and the log says why", async () => {
  const jobs = await start(() => Promise.reject(new Error("no ink")));
  await ask("fails");
  await vi.waitFor(async () => expect(await jobRow("fails")).toMatchObject({ state: "retry", retry_limit: 100 }), soon);
  await jobs.stop();
  expect(log.lines).toContainEqual(
    expect.objectContaining({ message: "job failed", details: expect.objectContaining({ attempt: 1 }) }),
  );
});

test("a job that used up its tries is shown in the log", async () => {
  await ask("dies");
  await database.pool.query("update pgboss.job set retry_limit = 0 where data->>'mailId' = 'dies'");
  const jobs = await start(() => Promise.reject(new Error("no paper")));
  const givenUp = { job: "deliver-mail", payload: { mailId: "dies" }, reason: { message: "no paper" } };
  await vi.waitFor(
    () =>
      expect(log.lines).toContainEqual({
        level: "error",
        message: "job given up",
        details: expect.objectContaining(givenUp),
      }),
    soon,
  );
  await jobs.stop();
});

test("jobs go on after every connection to the database was cut", async () => {
  const seen: string[] = [];
  const jobs = await start(async ({ mailId }) => void seen.push(mailId));
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clanhall jobs' and datname = current_database()",
  );
  await ask("after the cut");
  await vi.waitFor(() => expect(seen).toEqual(["after the cut"]), soon);
  await jobs.stop();
});

test("stopping waits for the job that is running", async () => {
  let isDone = false;
  const started = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const jobs = await start(async () => {
    started.resolve();
    await mayEnd.promise;
    isDone = true;
  });
  await ask("slow");
  await started.promise;
  const stopped = jobs.stop();
  mayEnd.resolve();
  await stopped;
  expect(isDone).toBe(true);
  expect(await jobRow("slow")).toMatchObject({ state: "completed" });
});

test("work that nobody asks for is on the schedule once, however often instances start", async () => {
  await installJobs(database.connection, log);
  const { rows } = await database.pool.query("select name, cron from pgboss.schedule order by name");
  expect(rows).toEqual([
    { name: "announce-due-bulletins", cron: "* * * * *" },
    { name: "announce-summaries", cron: "*/5 * * * *" },
    { name: "clean-up-auth", cron: "23 * * * *" },
    { name: "clean-up-invites", cron: "29 * * * *" },
    { name: "delete-accounts", cron: "41 * * * *" },
    { name: "delete-clans", cron: "47 * * * *" },
    { name: "delete-old-deliveries", cron: "19 3 * * *" },
    { name: "delete-old-interactions", cron: "*/10 * * * *" },
    { name: "delete-old-keys", cron: "53 * * * *" },
    { name: "delete-old-mails", cron: "*/10 * * * *" },
    { name: "empty-activity-bins", cron: "37 * * * *" },
    { name: "empty-bulletin-bins", cron: "43 * * * *" },
    { name: "empty-scoreboard-bins", cron: "39 * * * *" },
    { name: "freeze-scoreboards", cron: "*/5 * * * *" },
    { name: "make-parts", cron: "33 3 * * *" },
    { name: "remind-members", cron: "*/5 * * * *" },
    { name: "sync-discord-roles", cron: "* * * * *" },
  ]);
});

test("a start writes only the queues and schedules that are not as they should be", async () => {
  const listWritten = async (since: Date) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select 'queue ' || name as name from pgboss.queue where updated_on > $1
       union all select 'schedule ' || name from pgboss.schedule where updated_on > $1 order by name`,
      [since],
    );
    return rows.map(({ name }) => name);
  };
  const now = async () => (await database.pool.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now;
  const first = (await now()) ?? new Date(0);
  await installJobs(database.connection, log);
  expect(await listWritten(first)).toEqual([]);

  await database.pool.query("update pgboss.queue set retry_limit = 7 where name = 'deliver-mail'");
  await database.pool.query("update pgboss.schedule set cron = '0 0 1 1 *' where name = 'delete-clans'");
  const second = (await now()) ?? new Date(0);
  await installJobs(database.connection, log);
  expect(await listWritten(second)).toEqual(["queue deliver-mail", "schedule delete-clans"]);
  const { rows } = await database.pool.query(
    `select (select retry_limit from pgboss.queue where name = 'deliver-mail') as retries,
       (select cron from pgboss.schedule where name = 'delete-clans') as cron`,
  );
  expect(rows).toEqual([{ retries: 100, cron: "47 * * * *" }]);
});

test("jobs and the schedule of a queue that was renamed are removed at the next start", async () => {
  const boss = openJobQueue(database.connection, log);
  await boss.start();
  await boss.createQueue("turn-bulletins");
  await boss.schedule("turn-bulletins", "* * * * *");
  await boss.send("turn-bulletins", {});
  await boss.stop({ graceful: false });
  const count = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*)::int from pgboss.job where name = 'turn-bulletins') as jobs,
         (select count(*)::int from pgboss.schedule where name = 'turn-bulletins') as schedules`,
    );
    return rows[0];
  };
  expect(await count()).toEqual({ jobs: 1, schedules: 1 });
  for (let starts = 0; starts < 2; starts += 1) await installJobs(database.connection, log);
  expect(await count()).toEqual({ jobs: 0, schedules: 0 });
});

async function jobRow(mailId: string) {
  const { rows } = await database.pool.query("select * from pgboss.job where data->>'mailId' = $1", [mailId]);
  return rows[0];
}
