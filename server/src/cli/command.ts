import { Client, type ClientConfig } from "pg";
import { readDatabaseUrl } from "../db/database.ts";
import { findDataFolder } from "../db/embedded/folder.ts";
import type { Log } from "../db/log.ts";
import type { Settings } from "../settings.ts";

export interface Command {
  usage: string;
  summary: string;
  run(args: string[], surroundings: Surroundings): Promise<void>;
}

interface Surroundings {
  /** Read when a command asks for them: the doctor and the help also work where they cannot be used. */
  readonly settings: Settings;
  env: Record<string, string | undefined>;
  log: Log;
  say: (line: string) => void;
  /** Aborted when whoever started the command presses Ctrl-C. */
  signal: AbortSignal;
}

/** The command line was not understood; the help is the best answer. */
export class UsageError extends Error {}

/** The database of the settings as an operator calls it, without its password. */
export function nameDatabase({ databaseUrl, dataFolder }: Pick<Settings, "databaseUrl" | "dataFolder">): string {
  if (!databaseUrl) return `the built-in database in ${findDataFolder(dataFolder)}`;
  const { database, host, port } = new Client(readDatabaseUrl(databaseUrl));
  return `the database ${database} on ${host}, port ${port}`;
}

/** Does one long piece of work on a connection without the time limits of requests; an interruption ends it. */
export async function workOn<T>(
  connection: ClientConfig,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, statement_timeout: 0, application_name: "clanhall command" });
  client.on("error", () => {});
  signal.addEventListener("abort", () => void client.end());
  await client.connect();
  try {
    // Values must read the same whatever the server's or the role's own settings are.
    await client.query(`set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
      set extra_float_digits = 3; set bytea_output = 'hex'; set client_encoding = 'UTF8'`);
    return await work(client);
  } finally {
    await client.end();
  }
}
