import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "../bench/processes.ts";
import { openEmbedded } from "../server/src/db/embedded/open.ts";
import { findPostmaster } from "../server/src/db/embedded/process.ts";
import { createPool } from "../server/src/db/pool.ts";
import { startProduct } from "./instances.ts";

const silent = { info() {}, warn() {}, error() {} };

/** A data folder whose PostgreSQL is run by the instances and commands that work on it. */
export async function openDataFolder(disk = tmpdir()) {
  const parent = await mkdtemp(join(disk, "clanhall-drill-"));
  await chmod(parent, 0o755);
  const path = join(parent, "data");
  const instances: RunningServer[] = [];
  const open = (role: "server" | "visitor") => openEmbedded({ dataFolder: path, connections: 50, role }, silent);
  const postmaster = () => findPostmaster(join(path, "postgres"));
  return {
    path,
    parent,
    /** What makes an instance or a command work on this folder. */
    env: { CLANHALL_DATA: path, DATABASE_URL: "" },
    async startInstance(env: Record<string, string> = {}): Promise<RunningServer> {
      const instance = await startProduct({ CLANHALL_DATA: path, DATABASE_URL: "", ...env });
      instances.push(instance);
      return instance;
    },
    open,
    /** Beside the instance that runs, as a command would. */
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      const visitor = await open("visitor");
      const pool = createPool(visitor.connection, 1, silent);
      try {
        return (await pool.query<Row>(text, values)).rows;
      } finally {
        await pool.end();
        await visitor.close();
      }
    },
    postmaster,
    killPostmaster(): void {
      const found = postmaster();
      if (found) process.kill(found.pid, "SIGKILL");
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.kill()));
      // Whoever comes next owns what a killed instance has left running, and stops it.
      if (postmaster()) await (await open("server")).close();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
