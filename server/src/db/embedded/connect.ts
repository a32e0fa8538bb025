import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { isDatabaseAway } from "../wait-for-database.ts";
import type { Binaries } from "./binaries.ts";
import { clusterUser, passwordFile } from "./cluster.ts";
import type { DataFolder } from "./folder.ts";
import { findPostmaster, type Postmaster } from "../embedded-postmaster.ts";
import { lastLogLines, startPostgres } from "./process.ts";
import { StartError } from "../start-error.ts";

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
