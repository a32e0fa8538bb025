import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import manifest from "../package.json" with { type: "json" };

export interface RunningServer {
  pid: number;
  /** What the process printed when it was ready. */
  line: string;
  readyMs: number;
  stop(): Promise<void>;
  /** Without a word of warning. */
  kill(): Promise<void>;
  isRunning(): boolean;
}

/** Starts the product as `npm start` does, without npm between. */
export function npmStart(env: Record<string, string>): Promise<RunningServer> {
  const [, ...args] = manifest.scripts.start.split(" ");
  return start(args, env);
}

/** Starts a script of this repository and waits until it says where it listens. */
export function startScript(script: string, env: Record<string, string>): Promise<RunningServer> {
  return start([script], env);
}

async function start(args: string[], env: Record<string, string>): Promise<RunningServer> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await listeningLine(child);
  return {
    pid: child.pid ?? 0,
    line,
    readyMs: performance.now() - began,
    stop: () => stopped(child, "SIGTERM"),
    kill: () => stopped(child, "SIGKILL"),
    isRunning: () => isRunning(child),
  };
}

async function listeningLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the process has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("http://")) return line;
  }
  throw new Error("the process stopped before it listened");
}

async function stopped(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (!isRunning(child)) return;
  child.kill(signal);
  await once(child, "exit");
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Memory in MiB that is this process's own, with its share of what it shares; Linux only. */
export function memoryMiB(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return address !== null && typeof address === "object" ? address.port : 0;
}
