import { execFile, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "../start-error.ts";
import type { Binaries } from "./binaries.ts";
import type { DatabaseUser, DataFolder } from "./folder.ts";

const run = promisify(execFile);
const longestStop = 60_000;
const largestLog = 1_000_000;

/** The database gets no environment of ours: it holds secrets, and PG… variables would change what it does. */
export function runAs(user: DatabaseUser | null) {
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const environment = process.platform === "win32" ? {} : { env: { LC_ALL: "C" } };
  return { ...identity, ...environment, windowsHide: true };
}

/** Starts PostgreSQL in a group of its own, so that Ctrl-C in a terminal reaches only us and we stop it last. */
export function startPostgres(binaries: Binaries, folder: DataFolder, options: string[]) {
  const log = openLog(folder);
  const child = spawn(binaries.postgres, ["-D", folder.cluster, ...options], {
    ...runAs(folder.user),
    cwd: folder.cluster,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const state = { hasFailed: false };
  child.once("exit", () => (state.hasFailed = true));
  child.once("error", () => (state.hasFailed = true));
  child.unref();
  return state;
}

/** Ends open connections, writes everything down and waits until the server is gone. */
export async function stopPostgres(binaries: Binaries, folder: DataFolder): Promise<void> {
  const since = Date.now();
  const pid = findPostmaster(folder.cluster)?.pid;
  if (!pid) return;
  if (process.platform === "win32") await run(binaries.pgCtl, ["kill", "INT", String(pid)], { windowsHide: true });
  else process.kill(pid, "SIGINT");
  // Not by the process: the next start may already have put a new server in this one's place.
  while (findPostmaster(folder.cluster)?.pid === pid && Date.now() - since < longestStop) await pause(10);
}

export function lastLogLines({ log }: DataFolder): string {
  return readFileSync(log, "utf8").trimEnd().split("\n").slice(-5).join("\n");
}

function openLog({ log, user }: DataFolder): number {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > largestLog) renameSync(log, `${log}.1`);
  const file = openSync(log, "a", 0o600);
  if (user) fchownSync(file, user.uid, user.gid);
  return file;
}

export interface Postmaster {
  pid: number;
  host: string;
  port: number;
}

/** Where the server of a cluster listens, as it wrote down itself; null when none is running. */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, "postmaster.pid");
  const [pid, , , port, socketFolder, address] = readLines(file);
  if (!Number(pid) || !Number(port) || !isAlive(Number(pid))) return null;
  const host = socketFolder || address || "127.0.0.1";
  if (!isServerOf(cluster, Number(pid))) {
    // PostgreSQL would take any living program of the same user that got this number for its former self.
    rmSync(file, { force: true });
    rmSync(join(host, `.s.PGSQL.${port}.lock`), { force: true });
    return null;
  }
  return { pid: Number(pid), host, port: Number(port) };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.trim());
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function isServerOf(cluster: string, pid: number): boolean {
  return process.platform === "win32" || (findCommand(pid)?.includes(cluster) ?? true);
}

function findCommand(pid: number): string | null {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return null;
  }
}
