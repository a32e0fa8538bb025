import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./start-error.ts";

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
