import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findDatabaseUser } from "../server/src/db/embedded/folder.ts";
import { createPool } from "../server/src/db/pool.ts";
import { until } from "./ground.ts";

const installed = "/usr/lib/postgresql";
const silent = { info() {}, warn() {}, error() {} };

/** Runs the oldest PostgreSQL of this machine that Clanhall takes, in a folder of its own; null where there is none. */
export async function openExternalPostgres(folder: string) {
  const version = listVersions().find((major) => major >= 15);
  if (!version) return null;
  const bin = join(installed, String(version), "bin");
  const cluster = join(folder, `postgres-${version}`);
  const user = findDatabaseUser(cluster);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  mkdirSync(cluster, { mode: 0o700 });
  if (user) chownSync(cluster, user.uid, user.gid);
  const layout = ["-U", "clanhall", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  execFileSync(join(bin, "initdb"), ["-D", cluster, ...layout], { ...identity, cwd: cluster, stdio: "ignore" });
  const options = ["-D", cluster, "-k", cluster, "-c", "listen_addresses=", "-c", "timezone=UTC"];
  const server = spawn(join(bin, "postgres"), options, { ...identity, cwd: cluster, stdio: "ignore" });
  const url = `postgres://clanhall@localhost/postgres?host=${encodeURIComponent(cluster)}`;
  const pool = createPool({ connectionString: url }, 1, silent);
  await until(() =>
    pool.query("select 1").then(
      () => true,
      () => false,
    ),
  );
  return {
    version,
    url,
    async query<Row extends object>(text: string): Promise<Row[]> {
      return (await pool.query<Row>(text)).rows;
    },
    async close() {
      await pool.end();
      server.kill("SIGQUIT");
      if (server.exitCode === null) await once(server, "exit");
    },
  };
}

function listVersions(): number[] {
  try {
    return readdirSync(installed)
      .map(Number)
      .toSorted((a, b) => a - b);
  } catch {
    return [];
  }
}
