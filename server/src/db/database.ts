import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Client, type ClientConfig, type Pool } from "pg";
import type { Settings } from "../settings.ts";
import { addCommitHook } from "./commit-hook.ts";
import { type EmbeddedRole, openEmbedded } from "./embedded/open.ts";
import type { Log } from "./log.ts";
import { createPool } from "./pool.ts";
import { type Connections, withPrepared } from "./prepared.ts";
import { errorCode, StartError } from "./start-error.ts";
import type { Tables } from "./tables.ts";
import { isDatabaseAway } from "./wait-for-database.ts";

export interface Database {
  db: Kysely<Tables>;
  pool: Pool;
  /** For connections beside the pool: those that listen for notifications, and the job queue's. */
  connection: ClientConfig;
  close(): Promise<void>;
}

/** Room beside the pool: the job queue, listeners, commands and our claim on the cluster. */
const furtherConnections = 40;
/** How long a statement that is still running may hold up the stop. */
const longestGoodbye = 5_000;
/** How long a database that starts together with us is waited for. */
const longestWait = 5_000;

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

export function createKysely(pool: Connections): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: addCommitHook(new PostgresDialect({ pool: withPrepared(pool) })) });
}

/** Whether the database is there: any answer says so. */
export async function askDatabase(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}

async function openExternal(url: string): Promise<{ connection: ClientConfig; close(): Promise<void> }> {
  const connection = readDatabaseUrl(url);
  await waitForStart(connection);
  return { connection, close: () => Promise.resolve() };
}

/** Reads DATABASE_URL; towards another machine the connection is encrypted and its certificate checked. */
export function readDatabaseUrl(text: string): ClientConfig {
  const url = new URL(text);
  const host = url.searchParams.get("host") ?? url.hostname;
  const mode = url.searchParams.get("sslmode");
  // The driver warns about the modes it makes stricter; we mean the strict one, so we say so.
  if (mode && ["prefer", "require", "verify-ca"].includes(mode)) url.searchParams.set("sslmode", "verify-full");
  if (!mode && isRemote(decodeURIComponent(host))) url.searchParams.set("sslmode", "verify-full");
  return { connectionString: url.href };
}

/** Waits a little for a database that starts together with us, and refuses one that is too old. */
export async function waitForStart(connection: ClientConfig, wait = longestWait): Promise<void> {
  const since = Date.now();
  for (;;) {
    try {
      return await checkVersion(connection);
    } catch (error) {
      if (error instanceof StartError) throw error;
      const mayComeUp = error instanceof Error && (isDatabaseAway(error) || errorCode(error) === "EAI_AGAIN");
      if (!mayComeUp || Date.now() - since > wait) throw unreachable(connection, error);
      await pause(200);
    }
  }
}

async function checkVersion(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 3_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    const major = Math.floor(rows[0].version / 10_000);
    if (major >= 15) return;
    throw new StartError(`DATABASE_URL leads to PostgreSQL ${major}, but Clanhall needs PostgreSQL 15 or newer.`);
  } finally {
    await client.end().catch(() => {});
  }
}

function unreachable(connection: ClientConfig, error: unknown): StartError {
  const { host, port, database } = new Client(connection);
  const reason = error instanceof Error && error.message ? error.message : errorCode(error);
  const advice = /SSL|certificate/i.test(reason)
    ? "add ?sslmode=disable to DATABASE_URL if the network in between is your own, or ?sslrootcert=<file> to name its certificate authority"
    : "start it or correct DATABASE_URL, or leave DATABASE_URL out to use the built-in PostgreSQL";
  return new StartError(`The database ${database} on ${host}, port ${port}, cannot be used (${reason}); ${advice}.`, {
    cause: error,
  });
}

/** A name without a dot is a neighbour on a private network, as in a compose file. */
function isRemote(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  if (bare === "" || bare.startsWith("/")) return false;
  return bare.includes(":") ? bare !== "::1" : bare.includes(".") && !bare.startsWith("127.");
}
