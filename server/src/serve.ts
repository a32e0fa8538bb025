import type { FastifyBaseLogger } from "fastify";
import { openSecrets, type SealingSecrets } from "./access/sealing.ts";
import { createApp } from "./app.ts";
import { followDatabaseClock } from "./db/clock.ts";
import type { Database } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { openReads } from "./db/reads.ts";
import { listenForEvents } from "./events/listen-for-events.ts";
import { registerCommands } from "./features/discord/index.ts";
import { openBot, requeueDeliveries } from "./features/webhooks/index.ts";
import { loadBuiltWeb } from "./http/built-web.ts";
import { drainOnClose } from "./http/server.ts";
import { createJobHandlers } from "./job-handlers.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { requeueOverdueMails } from "./mail/queue-mail.ts";
import type { Settings } from "./settings.ts";
import { createWorkerPool } from "./workers/worker-pool.ts";

/** Connections that may wait to be taken when a crowd comes at once: past it, people wait for seconds until they are let try again. */
const waitingRoom = 4_096;

interface Start {
  settings: Settings;
  isDemo: boolean;
  log: FastifyBaseLogger;
  sealing: SealingSecrets;
  database: Database;
  /** How to close what is opened here, the latest last. */
  closers: (() => unknown)[];
  say: (line: string) => void;
}

/** Everything from an open database on: migrates, starts jobs and events, listens. Returns what is printed then. */
export async function serve({ settings, isDemo, log, sealing, database, closers, say }: Start): Promise<string> {
  const { db, pool, connection } = database;
  const [web] = await Promise.all([loadBuiltWeb(), migrate(connection)]);
  const reads = await openReads(settings, database, log);
  closers.push(() => reads.close());
  const databaseClock = await followDatabaseClock(db);
  closers.push(() => databaseClock.stop());
  const secrets = await openSecrets(db, sealing, log);
  const workers = createWorkerPool();
  closers.push(() => workers.close());
  if (isDemo) {
    const { prepareDemo } = await import("./cli/demo/demo.ts");
    await prepareDemo({ db, connection, log, settings, secrets, workers, say });
  }

  const handlers = createJobHandlers({ ...settings, db, log, sessionLife: settings.auth, secrets, workers });
  const listening = await listenForEvents(connection, log);
  const [jobs, { server }] = await Promise.all([
    startJobs({ connection, log, handlers }),
    createApp({ settings, db, reads, pool, log, web, events: listening.hub, secrets, workers }),
  ]);
  drainOnClose(server);
  closers.push(
    () => jobs.stop(),
    () => listening.close(),
    () => server.close(),
    // Open event streams are requests in flight that would never finish by themselves.
    () => listening.hub.close(),
  );
  await requeueOverdueMails(db);
  await requeueDeliveries(db);
  const bot = openBot(settings.discordApp, settings);
  if (bot) await registerCommands(db, bot, log);
  // Fastify would log every address it listens on; one line on stdout is enough.
  if (settings.logLevel === "info") log.level = "warn";
  await server.listen({ port: settings.port, host: settings.host, backlog: waitingRoom });
  log.level = settings.logLevel;
  const ready = `Clanhall is ready at ${settings.publicUrl}`;
  if (!isDemo) return ready;
  const { describeDemo } = await import("./cli/demo/demo.ts");
  return `${ready}\n${await describeDemo(db, secrets, settings)}`;
}
