import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findDatabaseUser } from "../server/src/db/embedded/folder.ts";
import { createPool } from "../server/src/db/pool.ts";
import { until } from "./ground.ts";

const needed = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", "/usr/lib/postgresql/15/bin/postgres"];
const nodes = ["node1", "node2", "node3"] as const;
type Node = (typeof nodes)[number];
const startLimitMs = 90_000;
const silent = { info() {}, warn() {}, error() {} };

interface Member {
  name: Node;
  role: string;
  state: string;
}

/** What this machine lacks for a cluster of its own. */
export function listMissing(): string[] {
  return needed.filter((path) => !existsSync(path));
}

/** Three nodes of etcd, Patroni and PostgreSQL, each on a loopback address of its own, behind HAProxy; run with the files of `deploy/patroni`. */
export async function openPatroniCluster() {
  const folder = mkdtempSync(join(tmpdir(), "clanhall-patroni-"));
  chmodSync(folder, 0o755);
  const user = findDatabaseUser(folder);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const subnet = `127.${randomByte()}.${randomByte()}`;
  const passwords = { PATRONI_SUPERUSER_PASSWORD: randomPassword(), PATRONI_REPLICATION_PASSWORD: randomPassword() };
  const running = new Map<string, ChildProcess>();

  function start(name: string, program: string, args: string[], env: Record<string, string>): void {
    const home = join(folder, name);
    if (!existsSync(home)) {
      mkdirSync(home, { mode: 0o700 });
      if (user) chownSync(home, user.uid, user.gid);
    }
    const log = openSync(join(folder, `${name}.log`), "a");
    const path = { PATH: process.env.PATH ?? "", HOME: home, LANG: "C.UTF-8" };
    running.set(
      name,
      spawn(program, args, { ...identity, cwd: home, env: { ...path, ...env }, stdio: ["ignore", log, log] }),
    );
  }
  const clusterOf = (node: Node) => join(folder, node, "postgresql", "clanhall");
  const settings = (node: Node) => ({ ...readNodeSettings(node, subnet, folder), ...passwords });
  const startPatroni = (node: Node) => start(node, "/usr/bin/patroni", [deployed("patroni.yml")], settings(node));

  const { findLeader, untilWhole } = watchMembers(subnet);

  async function stop(): Promise<void> {
    for (const child of running.values()) {
      kill(child.pid ?? 0);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    // Last, because Patroni would start it again.
    for (const node of nodes) kill(readPostmaster(clusterOf(node)));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  for (const node of nodes) start(`${node}-etcd`, "/usr/bin/etcd", [], settings(node));
  for (const node of nodes) startPatroni(node);
  const addresses = Object.fromEntries(nodes.map((node, index) => [node.toUpperCase(), `${subnet}.${11 + index}`]));
  start("haproxy", "/usr/sbin/haproxy", ["-db", "-f", deployed("haproxy.cfg")], { BIND: `${subnet}.1`, ...addresses });
  try {
    await untilWhole();
  } catch (error) {
    await stop();
    throw error;
  }
  const host = `${subnet}.1`;
  const url = `postgres://postgres:${passwords.PATRONI_SUPERUSER_PASSWORD}@${host}:5000/postgres?sslmode=disable`;
  const pool = createPool({ connectionString: url }, 1, silent);
  return {
    url,
    readUrl: url.replace(":5000/", ":5001/"),
    findLeader,
    untilWhole,
    /** Ends Patroni, PostgreSQL and all its backends at once, as a machine does that loses its power. */
    async killNode(node: Node): Promise<void> {
      const postmaster = readPostmaster(clusterOf(node));
      const patroni = running.get(node);
      for (const pid of [patroni?.pid ?? 0, postmaster, ...listChildren(postmaster)]) kill(pid);
      if (patroni) await once(patroni, "exit");
    },
    startPatroni,
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query<Row>(text, values)).rows;
    },
    async close(): Promise<void> {
      await pool.end();
      await stop();
    },
  };
}

/** What Patroni says of its members, whichever of them answers. */
function watchMembers(subnet: string) {
  async function readMembers(): Promise<Member[]> {
    for (const [index] of nodes.entries()) {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`http://${subnet}.${11 + index}:8008/cluster`, { signal }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
  const findLeader = async () => (await readMembers()).find(({ role }) => role === "leader")?.name;
  /** All three work, and one of the standbys has every write. */
  const untilWhole = () =>
    until(async () => {
      const members = await readMembers();
      const isUp = members.length === 3 && members.every(({ state }) => state === "running" || state === "streaming");
      return isUp && ["leader", "sync_standby"].every((role) => members.some((member) => member.role === role));
    }, startLimitMs);
  return { findLeader, untilWhole };
}

const deployed = (name: string) => fileURLToPath(new URL(`../deploy/patroni/${name}`, import.meta.url));
const randomByte = () => 1 + Math.floor(Math.random() * 250);
const randomPassword = () => crypto.randomUUID().replaceAll("-", "");

/** The example of the first machine, with the name, addresses and folders of this node. */
function readNodeSettings(node: Node, subnet: string, folder: string): Record<string, string> {
  const lines = readFileSync(deployed("node.env.example"), "utf8").split("\n");
  const given = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s));
  const address = `10.0.0.${11 + nodes.indexOf(node)}`;
  return Object.fromEntries(
    given.map(([key = "", value = ""]) => {
      const isShared = key === "ETCD_INITIAL_CLUSTER" || key === "PATRONI_ETCD3_HOSTS";
      const own = isShared ? value : value.replaceAll("10.0.0.11", address).replaceAll("node1", node);
      return [
        key,
        own
          .replaceAll("10.0.0.", `${subnet}.`)
          .replace("/var/lib", join(folder, key.startsWith("ETCD") ? `${node}-etcd` : node)),
      ];
    }),
  );
}

function readPostmaster(cluster: string): number {
  try {
    return Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10);
  } catch {
    return 0;
  }
}

function listChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
