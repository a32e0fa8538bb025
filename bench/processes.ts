import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface RunningServer {
  pid: number;
  /** What the process printed when it was ready. */
  line: string;
  readyMs: number;
  stop(): Promise<void>;
}

/** Starts a script of this repository and waits for the first line it prints. */
export async function startScript(script: string, env: Record<string, string>): Promise<RunningServer> {
  const began = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await firstLine(child);
  return { pid: child.pid ?? 0, line, readyMs: performance.now() - began, stop: () => stopped(child) };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("the process has no output");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Memory in MiB that is this process's own, with its share of what it shares; Linux only. */
export function memoryMiB(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}
