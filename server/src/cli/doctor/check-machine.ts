import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { health } from "@clanhall/contract/system";
import { prepareDataFolder } from "../../db/embedded/folder.ts";
import { errorCode, StartError } from "../../db/start-error.ts";
import { loadBuiltWeb } from "../../http/built-web.ts";
import type { Settings } from "../../settings.ts";
import { version } from "../../version.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

const mebibyte = 1024 * 1024;
const scarce = 2048;
const tooLittle = 256;

interface Disk {
  findings: Finding[];
  /** Whether there is a database to check: the built-in one comes with the first start. */
  hasDatabase: boolean;
}

/** Checks the data folder as a start would; with a database elsewhere only the free room beside the program. */
export async function checkDisk({ databaseUrl, dataFolder }: Settings): Promise<Disk> {
  if (databaseUrl) return { findings: [await checkRoom(import.meta.dirname)], hasDatabase: true };
  try {
    const { path, cluster } = prepareDataFolder(dataFolder);
    const findings = [fine("data", `${path} can be written to.`), await checkRoom(path)];
    return { findings, hasDatabase: existsSync(join(cluster, "PG_VERSION")) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { findings: [problem("data", error.message)], hasDatabase: false };
  }
}

async function checkRoom(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path);
  return checkFreeRoom(path, Math.floor((bavail * bsize) / mebibyte));
}

export function checkFreeRoom(path: string, free: number): Finding {
  const text = `${free} MiB are free at ${path}`;
  if (free < tooLittle) return problem("disk", `${text}: make room, or writing soon fails.`);
  if (free < scarce) return warning("disk", `${text}: make room before it runs out.`);
  return fine("disk", `${text}.`);
}

const timeoutMs = 3_000;

/** The port is free for a start, or it is Clanhall that has it. */
export async function checkPort({ host, port }: Settings): Promise<Finding> {
  const error = await tryToListen(host, port);
  if (!error) return fine("port", `Port ${port} on ${host} is free.`);
  if (errorCode(error) === "EADDRINUSE") return checkWhoListens(host, port);
  if (errorCode(error) === "EACCES") {
    return problem("port", `Port ${port} needs more rights: set PORT to a number above 1023.`);
  }
  return problem(
    "port",
    `HOST ${host} cannot be listened on (${reasonOf(error)}): set it to an address of this machine.`,
  );
}

function tryToListen(host: string, port: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}

async function checkWhoListens(host: string, port: number): Promise<Finding> {
  const answer = await askHealth(`http://${toReachable(host)}:${port}/health`);
  const healthy = health.safeParse(answer);
  if (healthy.success && healthy.data.version !== version) {
    return warning(
      "port",
      `Clanhall ${healthy.data.version} still runs on port ${port}: restart it to have ${version}.`,
    );
  }
  if (healthy.success) return fine("port", `Clanhall ${version} runs on port ${port}.`);
  if (typeof answer === "object" && answer !== null && "request_id" in answer) {
    return problem("port", `Clanhall runs on port ${port}, but its database does not answer it: look at both logs.`);
  }
  return problem("port", `Another program has port ${port}: stop it, or set PORT to another number.`);
}

async function askHealth(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return await answer.json();
  } catch {
    return null;
  }
}

/** Whoever listens on all addresses is asked on the nearest. */
function toReachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

export async function checkWeb(): Promise<Finding> {
  try {
    const { appFiles } = await loadBuiltWeb();
    return fine("web", `The web is built, ${appFiles.length} files of the app.`);
  } catch {
    return problem("web", "The web is not built, or not whole: run npm run build.");
  }
}
