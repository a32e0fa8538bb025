import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { isDatabaseAway } from "./wait-for-database.ts";
import { errorCode, StartError } from "./start-error.ts";

const longestWait = 5_000;

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
export async function waitForDatabase(connection: ClientConfig, wait = longestWait): Promise<void> {
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
