import { execFile, spawn } from "node:child_process";
import { closeSync, fchownSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./folder.ts";
import { findPostmaster } from "../embedded-postmaster.ts";
import type { DatabaseUser } from "../embedded-user.ts";

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
