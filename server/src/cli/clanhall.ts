import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { StartError } from "../db/start-error.ts";
import { installJobs } from "../jobs/job-queues.ts";
import { readSettings } from "../settings.ts";
import { admin } from "./admin.ts";
import { auth } from "./auth.ts";
import { backup } from "./backup.ts";
import { type Command, UsageError } from "./command.ts";
import { doctor } from "./doctor/doctor.ts";
import { mail } from "./mail.ts";
import { restore } from "./restore.ts";
import { setUpApp } from "../features/discord/index.ts";

const discord: Command = {
  usage: "discord setup",
  summary: "tells Discord where to send interactions and which commands there are, while Clanhall runs",
  async run(args, { settings, log, say }) {
    if (args.join(" ") !== "setup") throw new UsageError("discord needs setup");
    const database = await openDatabase(settings, log, "visitor");
    try {
      for (const line of await setUpApp(settings, database.db, log)) say(line);
    } catch (error) {
      throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      await database.close();
    }
  },
};

const help: Command = {
  usage: "help",
  summary: "shows this",
  async run(_args, { say }) {
    say(helpText());
  },
};

const migrateCommand: Command = {
  usage: "migrate",
  summary: "brings the database up to this release, for setups where the server itself may not",
  async run(_args, { settings, log, say }) {
    const database = await openDatabase(settings, log);
    try {
      const applied = await migrate(database.connection);
      await installJobs(database.connection, log);
      say(
        applied.length === 0 ? "The database is up to date." : applied.map(({ name }) => `Applied ${name}`).join("\n"),
      );
    } finally {
      await database.close();
    }
  },
};

const settingsHint = `The commands work on the database of the settings (DATABASE_URL or CLANHALL_DATA), as the server does.
A backup leaves out the queue of background jobs; Clanhall creates it again after a restore.`;

const commands: Record<string, Command> = {
  help,
  doctor,
  admin,
  auth,
  mail,
  discord,
  migrate: migrateCommand,
  backup,
  restore,
};

const log = {
  info() {},
  warn: (_details: object, message: string) => console.error(message),
  error: (_details: object, message: string) => console.error(message),
};

async function main([name = "help", ...args]: string[]): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => interruption.abort());
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command ${name}.`);
    const { env } = process;
    const surroundings = { env, log, say: console.log, signal: interruption.signal };
    await command.run(args, {
      ...surroundings,
      get settings() {
        return readSettings(env);
      },
    });
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) {
      console.error("Interrupted; nothing was changed.");
      return 130;
    }
    return explain(error);
  }
}

function helpText(): string {
  const list = Object.values(commands);
  const width = Math.max(...list.map(({ usage }) => usage.length));
  const lines = list.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return ["Usage: npm run clanhall -- <command>", "", ...lines, "", settingsHint].join("\n");
}

function explain(error: unknown): number {
  if (error instanceof UsageError || isParseError(error)) {
    console.error(`${error.message}\n\n${helpText()}`);
    return 2;
  }
  console.error(error instanceof StartError ? error.message : error);
  return 1;
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

process.exitCode = await main(process.argv.slice(2));
