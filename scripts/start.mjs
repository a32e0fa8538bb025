import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build-web.mjs";
import { findNode } from "./find-node.mjs";
import { ensureInstalled } from "./install.mjs";
import { giveUp, root } from "./run-quietly.mjs";

const mainFile = join(root, "server", "src", "main.ts");

await ensureInstalled();
await ensureBuilt();
const node = findNode();
if (!node) giveUp("Clanhall needs Node 24 or newer on this machine; install it from nodejs.org and start again.");

// What was compiled at one start need not be compiled at the next.
const env = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"), ...process.env };
const server = spawn(node, [mainFile, ...process.argv.slice(2)], { cwd: root, env, stdio: "inherit" });
server.once("error", (error) => giveUp(`The server could not be started: ${error.message}`));
server.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/** A terminal's Ctrl-C reaches the server, us, and us again through npm; one of them is passed on. */
let hasForwarded = false;
function passOn(signal) {
  if (!hasForwarded) server.kill(signal);
  hasForwarded = true;
}
process.on("SIGINT", passOn);
process.on("SIGTERM", passOn);
process.on("SIGHUP", () => passOn("SIGTERM"));

/** Told to stop, npm may end only the shell between us; we notice by having lost our parent. */
const parent = process.ppid;
if (process.env.npm_lifecycle_event && process.platform !== "win32") {
  setInterval(() => process.ppid !== parent && passOn("SIGTERM"), 200).unref();
}
