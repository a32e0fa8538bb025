import { StartError } from "../db/start-error.ts";
import { readSettings } from "../settings.ts";
import { admin } from "./admin.ts";
import { auth } from "./auth.ts";
import { backup } from "./backup.ts";
import { type Command, UsageError } from "./command.ts";
import { doctor } from "./doctor/doctor.ts";
import { createHelp, helpText } from "./help.ts";
import { mail } from "./mail.ts";
import { migrateCommand } from "./migrate.ts";
import { restore } from "./restore.ts";

const commands: Record<string, Command> = {
  help: createHelp(() => Object.values(commands)),
  doctor,
  admin,
  auth,
  mail,
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

function explain(error: unknown): number {
  if (error instanceof UsageError || isParseError(error)) {
    console.error(`${error.message}\n\n${helpText(Object.values(commands))}`);
    return 2;
  }
  console.error(error instanceof StartError ? error.message : error);
  return 1;
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

process.exitCode = await main(process.argv.slice(2));
