import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isAlive } from "../../server/src/db/embedded/process.ts";

/** How long PostgreSQL may take to end at once. */
const longestEndMs = 5_000;

/** A process that measures, with the folder in which it and everything it starts keep their files. */
export interface Measuring {
  pid: number;
  folder: string;
}

/**
 * Ends the process, all it has started, and removes its folder. At once and without a promise, because it must also
 * work while this process exits. PostgreSQL and browsers leave the group, but their command lines name the folder.
 */
export function endMeasuring({ pid, folder }: Measuring): void {
  // First whoever would start a database again that ends.
  signal(-pid, "SIGKILL");
  for (const left of listProcesses(folder)) signal(left, "SIGQUIT");
  const deadline = performance.now() + longestEndMs;
  while (performance.now() < deadline && listProcesses(folder).length > 0) sleep(20);
  for (const left of listProcesses(folder)) signal(left, "SIGKILL");
  removeFolder(folder);
}

/** The same by the process itself, when the one that started it is gone. */
export function endSelf(folder: string): void {
  for (const left of listProcesses(folder)) signal(left, "SIGKILL");
  removeFolder(folder);
  signal(-process.pid, "SIGKILL");
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** 0 would be our own group. */
function signal(pid: number, name: NodeJS.Signals): void {
  if (pid === 0) return;
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

function listProcesses(folder: string): number[] {
  return listCommands()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(`${folder}/`) && isAlive(pid))
    .map(({ pid }) => pid);
}

function listCommands(): { pid: number; command: string }[] {
  if (existsSync("/proc/self/cmdline")) {
    const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
    return pids.map((pid) => ({ pid, command: readCommand(pid) }));
  }
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,command="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
