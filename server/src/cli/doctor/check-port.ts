import { createServer } from "node:net";
import { health } from "@clanhall/contract/system";
import { errorCode } from "../../db/start-error.ts";
import type { Settings } from "../../settings.ts";
import { version } from "../../version.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

const patienceMs = 3_000;

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
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
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
