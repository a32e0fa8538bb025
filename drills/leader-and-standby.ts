import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDatabaseUser } from "../server/src/db/embedded/folder.ts";
import { createPool } from "../server/src/db/pool.ts";
import { until } from "./ground.ts";

const bin = "/usr/lib/postgresql/15/bin";
const silent = { info() {}, warn() {}, error() {} };

/** Two PostgreSQL 15, where no write counts before both have it, and one address that leads to whichever leads; null without PostgreSQL 15. */
export async function openLeaderAndStandby() {
  if (!existsSync(bin)) return null;
  const folder = mkdtempSync(join(tmpdir(), "clanhall-failover-"));
  chmodSync(folder, 0o755);
  const user = findDatabaseUser(folder);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const make = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  // Sockets lie apart from the clusters, because a copy of a cluster takes along all that lies in it.
  const leading = { cluster: make("leading"), socket: make("leading-socket") };
  const standing = { cluster: make("standing"), socket: make("standing-socket") };
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...identity, cwd: folder, stdio: "ignore" });
  const serve = ({ cluster, socket }: typeof leading) => {
    const options = ["-D", cluster, "-k", socket, "-c", "listen_addresses=", "-c", "timezone=UTC"];
    return spawn(join(bin, "postgres"), options, { ...identity, cwd: folder, stdio: "ignore" });
  };

  run("initdb", ["-D", leading.cluster, "-U", "clanhall", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]);
  const leader = serve(leading);
  const before = openPool(leading.socket);
  await until(() => answers(before, "select 1"));
  run("pg_basebackup", ["-h", leading.socket, "-U", "clanhall", "-D", standing.cluster, "-R", "-c", "fast"]);
  const standby = serve(standing);
  const after = openPool(standing.socket);
  await before.query("alter system set synchronous_standby_names = '*'");
  await before.query("select pg_reload_conf()");
  await until(async () => {
    const { rows } = await before.query("select 1 from pg_stat_replication where sync_state = 'sync'");
    return rows.length === 1;
  });
  const way = await openWay(join(leading.socket, ".s.PGSQL.5432"));
  return {
    url: `postgres://clanhall@127.0.0.1:${way.port}/postgres`,
    /** The leader dies at once; the standby leads, and only then does the address lead to it. */
    async failOver(): Promise<void> {
      leader.kill("SIGQUIT");
      await once(leader, "exit");
      run("pg_ctl", ["-D", standing.cluster, "-w", "promote"]);
      way.leadTo(join(standing.socket, ".s.PGSQL.5432"));
    },
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await after.query<Row>(text, values)).rows;
    },
    async close(): Promise<void> {
      way.close();
      await Promise.all([before.end(), after.end()]);
      for (const server of [leader, standby]) {
        server.kill("SIGQUIT");
        if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openPool(host: string) {
  return createPool({ host, user: "clanhall", database: "postgres" }, 1, silent);
}

function answers(pool: ReturnType<typeof openPool>, question: string): Promise<boolean> {
  return pool.query(question).then(
    () => true,
    () => false,
  );
}

/** A proxy of bytes, as HAProxy would be. */
async function openWay(socket: string) {
  let target = socket;
  const server = createServer((client) => {
    const behind = connect(target);
    client.pipe(behind).pipe(client);
    client.on("error", () => behind.destroy());
    behind.on("error", () => client.destroy());
    client.on("close", () => behind.destroy());
    behind.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    leadTo(other: string) {
      target = other;
    },
    close: () => server.close(),
  };
}
