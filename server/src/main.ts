import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import { requireSealingSecrets } from "./access/sealing.ts";
import { createCrashHandler } from "./crash-handler.ts";
import { openDatabase } from "./db/database.ts";
import { errorCode, StartError } from "./db/start-error.ts";
import { createLog } from "./http/logging.ts";
import { readSettings, type Settings } from "./settings.ts";

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
  const sealing = await requireSealingSecrets(settings);
  const opening = openDatabase(settings, log).then((opened) => {
    closers.push(() => opened.close());
    return opened;
  });
  // By the next turn a PostgreSQL of ours has been started, and gets ready while we load the rest of the product. Another
  // one is waited for: to load takes longer than a connection may.
  const mayLoad = settings.databaseUrl ? opening : nextTurn();
  const [database, { serve }] = await Promise.all([opening, mayLoad.then(() => import("./serve.ts"))]);
  return serve({ settings, isDemo, log, sealing, database, closers, say });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments(args: string[]): { isDemo: boolean } {
  try {
    const { values } = parseArgs({ args, options: { demo: { type: "boolean", default: false } } });
    return { isDemo: values.demo };
  } catch (error) {
    throw new StartError(`Unknown argument: ${args.join(" ")}. Clanhall takes only --demo.`, {
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
    const settings = isDemo ? (await import("./cli/demo/demo.ts")).toDemoSettings(given) : given;
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
