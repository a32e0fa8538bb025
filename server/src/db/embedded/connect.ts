import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { StartError } from "../start-error.ts";
import { isDatabaseAway } from "../wait-for-database.ts";
import type { Binaries } from "./binaries.ts";
import { clusterUser, passwordFile } from "./cluster.ts";
import { type DataFolder, prepareSocketFolder } from "./folder.ts";
import { findPostmaster, lastLogLines, type Postmaster, startPostgres } from "./process.ts";

/** Recovering from a crash may take long; a server that is merely slow is waited for. */
const longestStart = 120_000;
/** How long the processes of a killed server may hold on to its memory before we give up. */
const longestFarewell = 15_000;

export interface EmbeddedServer {
  binaries: Binaries;
  folder: DataFolder;
  options: string[];
}

/** Connects to the cluster's server, and starts it when none is running. */
export async function connectOrStart(server: EmbeddedServer): Promise<Client> {
  const since = Date.now();
  let started: { hasFailed: boolean } | null = null;
  while (Date.now() - since < longestStart) {
    const running = findPostmaster(server.folder.cluster);
    const client = running && (await tryConnect(server.folder, running));
    if (client) return client;
    if (!running && started?.hasFailed) {
      await forgiveFarewell(server.folder, since);
      started = null;
    }
    if (!running) started ??= startPostgres(server.binaries, server.folder, server.options);
    await pause(15);
  }
  throw notStarted(server.folder);
}

export function connectionTo(folder: DataFolder, { host, port }: Postmaster) {
  const password = readFileSync(passwordFile(folder.cluster), "utf8");
  return { host, port, user: clusterUser, password, database: "postgres" };
}

/** Null while the server is still starting, or already stopping. */
async function tryConnect(folder: DataFolder, postmaster: Postmaster): Promise<Client | null> {
  const client = new Client({ ...connectionTo(folder, postmaster), application_name: "clanhall-owner" });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (error instanceof Error && isDatabaseAway(error)) return null;
    throw error;
  }
}

async function forgiveFarewell(folder: DataFolder, since: number): Promise<void> {
  const isFarewell = /lock file|still in use/.test(lastLogLines(folder));
  if (!isFarewell || Date.now() - since > longestFarewell) throw notStarted(folder);
  await pause(100);
}

function notStarted(folder: DataFolder): StartError {
  return new StartError(
    `The built-in PostgreSQL did not start; ${folder.log} says why, and DATABASE_URL lets Clanhall use another.\n${lastLogLines(folder)}`,
  );
}

/** For a small machine: few processes, no parallel plans (they need shared memory containers are short of), a lean log. */
const always = {
  shared_buffers: "96MB",
  jit: "off",
  io_method: "sync",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  max_wal_size: "512MB",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements carry what people wrote; they are logged by us, without their values.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** The command line of the server: a socket only we can open, or loopback where there are no such sockets. */
export async function serverOptions(
  folder: DataFolder,
  connections: number,
  extra: Record<string, string>,
): Promise<string[]> {
  const address = process.platform === "win32" ? await onLoopback() : onSocket(prepareSocketFolder(folder));
  const options = { ...always, ...address, max_connections: String(connections), ...extra };
  return Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function onSocket(folder: string) {
  const quoted = `"${folder.replaceAll('"', '""')}"`;
  return { listen_addresses: "", unix_socket_directories: quoted, unix_socket_permissions: "0700", port: "5432" };
}

async function onLoopback() {
  return { listen_addresses: "127.0.0.1", port: String(await findFreePort()) };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
