import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { getBinaries } from "./binaries.ts";
import { claimServer, type EmbeddedRole, isLastOut } from "../embedded-claim.ts";
import { ensureCluster, removeUnfinished } from "./cluster.ts";
import { connectionTo, type EmbeddedServer } from "./connect.ts";
import { prepareDataFolder } from "./folder.ts";
import { serverOptions } from "../embedded-options.ts";
import { findPostmaster } from "../embedded-postmaster.ts";
import { stopPostgres } from "./process.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";

interface Wishes {
  dataFolder: string | null;
  connections: number;
  role: EmbeddedRole;
  /** Server settings on top of ours. */
  extra?: Record<string, string>;
}

/** Runs PostgreSQL in the data folder for as long as we are open, and starts it again should it die. */
export async function openEmbedded(wishes: Wishes, log: Log) {
  const folder = prepareDataFolder(wishes.dataFolder);
  const binaries = getBinaries(folder.user, folder.path);
  await ensureCluster(binaries, folder);
  const options = await serverOptions(folder, wishes.connections, wishes.extra ?? {});
  const server = { binaries, folder, options };
  const claim = await claimServer(server, wishes.role);
  if (wishes.role === "server") await removeUnfinished(folder);
  const postmaster = findPostmaster(folder.cluster);
  if (!postmaster) throw new StartError(`The built-in PostgreSQL stopped at once; ${folder.log} says why.`);
  const guard = guardServer(server, wishes.role, claim, log);
  return {
    connection: connectionTo(folder, postmaster),
    folder: folder.path,
    async close() {
      const client = await guard.stop();
      if (!client) return;
      if (await isLastOut(client, wishes.role).catch(() => false)) await stopPostgres(binaries, folder);
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
