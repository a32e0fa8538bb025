import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Settings } from "../settings.ts";
import { markCommits } from "./commit-hook.ts";
import { openEmbedded } from "./embedded/open.ts";
import type { EmbeddedRole } from "./embedded-claim.ts";
import { readDatabaseUrl, waitForDatabase } from "./external.ts";
import type { Log } from "./log.ts";
import { createPool } from "./pool.ts";
import type { Tables } from "./tables.ts";

export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  /** For connections beside the pool: those that listen for notifications, and the job queue's. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

/** Room beside the pool: the job queue, listeners, commands and our claim on the cluster. */
const furtherConnections = 40;
/** How long a statement that is still running may hold up the stop. */
const longestGoodbye = 5_000;

/** Opens the database the settings name; without one, PostgreSQL in the data folder, which close() stops again. */
export async function openDatabase(
  settings: Pick<Settings, "databaseUrl" | "databasePool" | "dataFolder">,
  log: Log,
  role: EmbeddedRole = "server",
): Promise<Database> {
  const source = settings.databaseUrl
    ? await openExternal(settings.databaseUrl)
    : await openEmbedded(
        { dataFolder: settings.dataFolder, connections: settings.databasePool + furtherConnections, role },
        log,
      );
  const pool = createPool(source.connection, settings.databasePool, log);
  return {
    db: createKysely(pool),
    pool,
    connection: source.connection,
    async close() {
      await Promise.race([pool.end(), pause(longestGoodbye, null, { ref: false })]);
      await source.close();
    },
  };
}

export function createKysely(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: markCommits(new PostgresDialect({ pool })) });
}

async function openExternal(url: string): Promise<{ connection: pg.ClientConfig; close(): Promise<void> }> {
  const connection = readDatabaseUrl(url);
  await waitForDatabase(connection);
  return { connection, close: () => Promise.resolve() };
}
