import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { advisoryLocks } from "../advisory-locks.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";
import { isDatabaseAway } from "../wait-for-database.ts";
import { getBinaries } from "./binaries.ts";
import { ensureCluster, removeUnfinished } from "./cluster.ts";
import { connectionTo, connectOrStart, type EmbeddedServer, serverOptions } from "./connect.ts";
import { prepareDataFolder } from "./folder.ts";
import { findPostmaster, stopPostgres } from "./process.ts";

interface EmbeddedOptions {
  dataFolder: string | null;
  connections: number;
  role: EmbeddedRole;
  /** Server settings on top of ours. */
  extra?: Record<string, string>;
}

/** Runs PostgreSQL in the data folder for as long as we are open, and starts it again should it die. */
export async function openEmbedded(options: EmbeddedOptions, log: Log) {
  const folder = prepareDataFolder(options.dataFolder);
  const binaries = getBinaries(folder.user, folder.path);
  await ensureCluster(binaries, folder);
  const commandLine = await serverOptions(folder, options.connections, options.extra ?? {});
  const server = { binaries, folder, options: commandLine };
  const claim = await claimServer(server, options.role);
  if (options.role === "server") {
    await removeUnfinished(folder).catch((error: unknown) => {
      log.warn({ err: error, folder: folder.path }, "What an earlier first start left behind could not be removed");
    });
  }
  const postmaster = findPostmaster(folder.cluster);
  if (!postmaster) throw new StartError(`The built-in PostgreSQL stopped at once; ${folder.log} says why.`);
  const guard = guardServer(server, options.role, claim, log);
  return {
    connection: connectionTo(folder, postmaster),
    folder: folder.path,
    async close() {
      const client = await guard.stop();
      if (!client) return;
      if (await isLastOut(client, options.role).catch(() => false)) await stopPostgres(binaries, folder);
      await client.end().catch(() => {});
    },
  };
}

/** Watches the connection that holds our claim: when it breaks the server has gone, and comes back by our doing. */
function guardServer(server: EmbeddedServer, role: EmbeddedRole, first: pg.Client, log: Log) {
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let healing = Promise.resolve();

  function watch(claim: pg.Client) {
    client = claim;
    claim.once("end", () => {
      client = null;
      if (!stopping.signal.aborted) healing = heal();
    });
  }

  async function heal() {
    log.warn({ folder: server.folder.path }, "PostgreSQL is gone, starting it again");
    for (let wait = 50; !stopping.signal.aborted; wait = Math.min(wait * 2, 5_000)) {
      try {
        watch(await claimServer(server, role));
        log.info({ folder: server.folder.path }, "PostgreSQL is back");
        return;
      } catch (error) {
        log.error({ err: error }, "PostgreSQL could not be started again");
        await pause(wait, null, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  watch(first);
  return {
    async stop() {
      stopping.abort();
      await healing;
      return client;
    },
  };
}

/** A server owns its folder alone; a visitor is a command that may share it with a server. */
export type EmbeddedRole = "server" | "visitor";

/** Long enough for a server that is about to stop, short enough to be told at once that another one stays. */
const longestTry = 700;

const claims = {
  server: `select pg_try_advisory_lock(${advisoryLocks.owner}) as got`,
  visitor: `select pg_try_advisory_lock_shared(${advisoryLocks.visitors}) as got`,
};

/**
 * Returns a connection that holds our claim on the cluster for as long as it is open. A server left behind by a crash is
 * adopted this way: its owner's connection, and with it the claim, died with the owner.
 */
async function claimServer(server: EmbeddedServer, role: EmbeddedRole): Promise<pg.Client> {
  for (;;) {
    const client = await connectOrStart(server);
    try {
      if (await tryLock(client, claims[role])) return client;
    } catch (error) {
      if (error instanceof Error && isDatabaseAway(error)) continue;
      throw error;
    }
    await client.end();
    throw new StartError(
      `Another Clanhall is already running on ${server.folder.path}. Stop it, or set CLANHALL_DATA to another folder.`,
    );
  }
}

/** Whether nobody else is on the cluster; if so the claim keeps newcomers waiting until the server has stopped. */
async function isLastOut(client: pg.Client, role: EmbeddedRole): Promise<boolean> {
  const others = role === "server" ? advisoryLocks.visitors : advisoryLocks.owner;
  if (role === "visitor") await client.query(`select pg_advisory_unlock_shared(${advisoryLocks.visitors})`);
  const { rows } = await client.query(
    `select pg_try_advisory_lock(${others}) and pg_try_advisory_lock(${advisoryLocks.visitors}) as alone`,
  );
  return rows[0].alone;
}

async function tryLock(client: pg.Client, statement: string): Promise<boolean> {
  const since = Date.now();
  for (;;) {
    const { rows } = await client.query(statement);
    if (rows[0].got) return true;
    if (Date.now() - since > longestTry) return false;
    await pause(50);
  }
}
