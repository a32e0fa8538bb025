import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const children: ChildProcess[] = [];
const folders: string[] = [];

/** For after each test. Every file says so itself: files that share a process load this one only once. */
export async function endServers(): Promise<void> {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await endServer(child, "SIGTERM");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** For the data of a server, until `endServers`. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clanhall start "));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return join(folder, "data");
}

/** Runs the server as an operator would, and collects what it says. It ends with `endServers` at the latest. */
export function runServer(env: Record<string, string>, before: string[] = [], file = main) {
  const child = spawn(process.execPath, [...before, file], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += String(chunk)));
  child.stderr.on("data", (chunk) => (said.err += String(chunk)));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => said.out.includes("ready") && resolve());
    child.once("exit", () => reject(new Error(`stopped: ${said.err}`)));
  });
  return { child, said, ready };
}

export async function endServer(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

export async function findFreePort(): Promise<string> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return String(typeof address === "object" ? address?.port : 0);
}
