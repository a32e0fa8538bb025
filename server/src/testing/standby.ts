import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { createKysely } from "../db/database.ts";
import { getBinaries } from "../db/embedded/binaries.ts";
import { connectionTo, connectOrStart, serverOptions } from "../db/embedded/connect.ts";
import { prepareDataFolder } from "../db/embedded/folder.ts";
import { openEmbedded } from "../db/embedded/open.ts";
import { findPostmaster, stopPostgres } from "../db/embedded/process.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";

const silent = { info() {}, warn() {}, error() {} };
const connections = 50;
/** Nothing of a test must outlive a power cut. */
const extra = { fsync: "off", full_page_writes: "off" };

/** A PostgreSQL with our schema, and a second one that follows it. */
export async function openLeaderWithStandby() {
  const parent = mkdtempSync(join(tmpdir(), "clanhall-standby-"));
  chmodSync(parent, 0o755);
  const leading = join(parent, "leader");
  const leader = await openEmbedded({ dataFolder: leading, connections, role: "server", extra }, silent);
  const { connection } = leader;
  await migrate(connection);
  const pool = createPool(connection, 10, silent);

  const folder = prepareDataFolder(join(parent, "standby"));
  const binaries = getBinaries(folder.user, folder.path);
  await copyCluster(connection, join(leading, "postgres"), folder.cluster, (path) => {
    if (folder.user) chownSync(path, folder.user.uid, folder.user.gid);
  });
  const options = await serverOptions(folder, connections, extra);
  const follower = { binaries, folder, options };
  await (await connectOrStart(follower)).end();
  const postmaster = findPostmaster(folder.cluster);
  if (!postmaster) throw new Error("the standby has stopped");
  return {
    database: { db: createKysely(pool), pool, connection, url: "", close: async () => {} },
    standby: connectionTo(folder, postmaster),
    start: async () => (await connectOrStart(follower)).end(),
    stop: () => stopPostgres(binaries, folder),
    async close() {
      await stopPostgres(binaries, folder);
      await pool.end();
      await leader.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** What pg_basebackup does; it is not among the built-in programs. */
async function copyCluster(
  leader: { host: string; port: number; user: string; password: string; database: string },
  from: string,
  to: string,
  give: (path: string) => void,
): Promise<void> {
  const client = new Client(leader);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", from, to]);
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await client.end();
  rmSync(join(to, "postmaster.pid"));
  const { host, port, user, password } = leader;
  const follow = `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`;
  appendFileSync(join(to, "postgresql.auto.conf"), follow);
  for (const [name, text] of [
    ["backup_label", rows[0]?.labelfile ?? ""],
    ["standby.signal", ""],
  ] as const) {
    writeFileSync(join(to, name), text, { mode: 0o600 });
    give(join(to, name));
  }
}
