import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { RunningServer } from "../bench/processes.ts";
import { openEmbedded } from "../server/src/db/embedded/open.ts";
import { findPostmaster } from "../server/src/db/embedded/process.ts";
import { createPool } from "../server/src/db/pool.ts";
import { testSecret } from "../server/src/testing/secrets.ts";
import { startProduct } from "./instances.ts";

const silent = { info() {}, warn() {}, error() {} };

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** A PostgreSQL of the drill's own that keeps what it was given, and as many instances on it as the drill wants. */
export async function openGround(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "clanhall-drill-"));
  await chmod(folder, 0o755);
  const dataFolder = join(folder, "data");
  const postgres = await openEmbedded({ dataFolder, connections: 100, role: "server", extra: settings }, silent);
  const { host, port, user, password, database } = postgres.connection;
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  // By another name than an instance, or nothing could be restored while the drill looks on.
  const pool = createPool({ ...postgres.connection, application_name: "drill" }, 2, silent);
  const instances: RunningServer[] = [];
  return {
    databaseUrl: url,
    /** Another instance of the product; its `line` is its address. */
    async startInstance(env: Record<string, string> = {}): Promise<RunningServer> {
      const instance = await startProduct({ DATABASE_URL: url, CLANHALL_SECRET: testSecret, ...env });
      instances.push(instance);
      return instance;
    },
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query<Row>(text, values)).rows;
    },
    /** Ends the database server by a signal; it is started again at once. */
    async killDatabase(signal: "SIGQUIT" | "SIGKILL"): Promise<void> {
      const found = findPostmaster(join(dataFolder, "postgres"));
      if (!found) throw new Error("the database is not running");
      process.kill(found.pid, signal);
      await until(() => {
        const now = findPostmaster(join(dataFolder, "postgres"));
        return now !== null && now.pid !== found.pid;
      });
    },
    async untilDatabaseAnswers(): Promise<void> {
      await until(() =>
        pool.query("select 1").then(
          () => true,
          () => false,
        ),
      );
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.kill()));
      await pool.end();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for a condition, and fails after half a minute. */
export async function until(isSo: () => boolean | Promise<boolean>, deadlineMs = 30_000): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > deadlineMs) throw new Error("what the drill waited for did not happen");
    await pause(20);
  }
  return performance.now() - began;
}
