import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { testSecret } from "./secrets.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** A server process of its own on the test's database, as an operator would run a second one. */
export async function runInstance(database: { url: string }, env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", DATABASE_URL: database.url, CLANHALL_SECRET: testSecret, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const ended = once(child, "exit");
  const ready = once(child.stdout, "data");
  await Promise.race([ready, ended.then(() => Promise.reject(new Error(`stopped: ${said}`)))]);
  return {
    /** Ends it without a goodbye, as a power cut would; once it has ended, does nothing. */
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
