import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

const command = "server/src/cli/clanhall.ts";

/** Runs a command of the product to its end. */
export function runCommand(args: string[], env: Record<string, string>) {
  return runScript(command, args, env);
}

/** A command that is to be killed on its way. */
export function startCommand(args: string[], env: Record<string, string>) {
  const child = start(command, args, env);
  return {
    async kill() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Runs a script of this repository that is expected to end by itself. */
export async function runScript(script: string, args: string[], env: Record<string, string>) {
  const began = performance.now();
  const child = start(script, args, env);
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, "exit"),
  ]);
  return { code: child.exitCode, said, complained, ms: performance.now() - began };
}

function start(script: string, args: string[], env: Record<string, string>) {
  return spawn(process.execPath, [resolve(import.meta.dirname, "..", script), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
