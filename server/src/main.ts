import { parseArgs } from "node:util";
import { openSecrets, requireSealingSecrets } from "./access/sealing.ts";
import { createApp } from "./app.ts";
import { describeDemo, prepareDemo, toDemoSettings } from "./cli/demo/demo.ts";
import { followDatabaseClock } from "./db/clock.ts";
import { createCrashHandler } from "./crash-handler.ts";
import { openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { openReads } from "./db/reads.ts";
import { errorCode, StartError } from "./db/start-error.ts";
import { listenForEvents } from "./events/listen-for-events.ts";
import { registerCommands } from "./features/discord/index.ts";
import { openBot, requeueDeliveries } from "./features/webhooks/index.ts";
import { loadBuiltWeb } from "./http/built-web.ts";
import { createLog } from "./http/logging.ts";
import { drainOnClose } from "./http/server.ts";
import { createJobHandlers } from "./job-handlers.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { requeueOverdueMails } from "./mail/queue-mail.ts";
import { readSettings, type Settings } from "./settings.ts";
import { createWorkerPool } from "./workers/worker-pool.ts";

/** Connections that may wait to be taken when a crowd comes at once: past it, people wait for seconds until they are let try again. */
const waitingRoom = 4_096;
/** How to close what has been opened so far, the latest last. */
const closers: (() => unknown)[] = [];
let stopping: Promise<void> | null = null;

/** Ends in the reverse order of the start, once, however many signals ask for it. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const close of closers.toReversed()) await close();
  })();
  return stopping;
}

/** Returns what is printed once it listens. */
async function start(settings: Settings, isDemo: boolean): Promise<string> {
  const log = createLog(settings);
  const takeError = createCrashHandler(log, () => void stop().then(() => process.exit(1)));
  process.on("uncaughtException", (error) => takeError(error));
  process.on("unhandledRejection", (error) => takeError(error));
  const web = await loadBuiltWeb();
  const sealing = await requireSealingSecrets(settings);
  const database = await openDatabase(settings, log);
  closers.push(() => database.close());
  const { db, pool, connection } = database;
  await migrate(connection);
  const reads = await openReads(settings, database, log);
  closers.push(() => reads.close());
  const databaseClock = await followDatabaseClock(db);
  closers.push(() => databaseClock.stop());
  const secrets = await openSecrets(db, sealing, log);
  const workers = createWorkerPool();
  closers.push(() => workers.close());
  if (isDemo) await prepareDemo({ db, connection, log, settings, secrets, workers, say });

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
  return isDemo ? `${ready}\n${await describeDemo(db, secrets, settings)}` : ready;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments(args: string[]): { isDemo: boolean } {
  try {
    const { values } = parseArgs({ args, options: { demo: { type: "boolean", default: false } } });
    return { isDemo: values.demo };
  } catch (error) {
    throw new StartError(`Clanhall was not understood: it takes --demo or nothing, not ${args.join(" ")}.`, {
      cause: error,
    });
  }
}

function explain(error: unknown, port: number): string {
  if (error instanceof StartError) return error.message;
  if (errorCode(error) === "EADDRINUSE") {
    return `Port ${port} is taken. Stop the program that uses it, or set PORT to another number.`;
  }
  if (errorCode(error) === "EACCES") return `Port ${port} needs more rights. Set PORT to a number above 1023.`;
  if (errorCode(error) === "EADDRNOTAVAIL" || errorCode(error) === "ENOTFOUND") {
    return "HOST is no address of this machine. Set it to one that is, or to 0.0.0.0 for all.";
  }
  return String(error instanceof Error ? error.stack : error);
}

async function run(): Promise<void> {
  let port = 0;
  try {
    const { isDemo } = readArguments(process.argv.slice(2));
    const given = readSettings(process.env);
    const settings = isDemo ? toDemoSettings(given) : given;
    ({ port } = settings);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => void stop().then(() => process.exit(0)));
    }
    say(await start(settings, isDemo));
  } catch (error) {
    if (stopping) return;
    process.stderr.write(`${explain(error, port)}\n`);
    await stop();
    process.exit(1);
  }
}

await run();
