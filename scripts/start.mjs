import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import * as nodeModule from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { findNode } from "./find-node.mjs";
import { ensureInstalled } from "./install.mjs";
import { giveUp, root } from "./run-quietly.mjs";

await ensureInstalled();
const mainFile = await ensureBuilt();
const node = findNode();
if (!node) giveUp("Clanhall needs Node 24 or newer on this machine; install it from nodejs.org and start again.");

// What was compiled at one start need not be compiled at the next.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "node");
if (realpathSync(node) === realpathSync(process.execPath)) await runHere();
else runInOtherNode();

async function runHere() {
  stopWithoutParent(() => process.kill(process.pid, "SIGTERM"));
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.chdir(root);
  await import(pathToFileURL(mainFile).href);
}

function runInOtherNode() {
  const server = spawn(node, [...process.execArgv, mainFile, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  server.once("error", (error) => giveUp(`The server could not be started: ${error.message}`));
  server.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

  /** A terminal's Ctrl-C reaches the server, us, and us again through npm; one of them is passed on. */
  let hasForwarded = false;
  const passOn = (signal) => {
    if (!hasForwarded) server.kill(signal);
    hasForwarded = true;
  };
  process.on("SIGINT", passOn);
  process.on("SIGTERM", passOn);
  process.on("SIGHUP", () => passOn("SIGTERM"));
  stopWithoutParent(() => passOn("SIGTERM"));
}

/** Told to stop, npm may end only the shell between us; we notice by having lost our parent. */
function stopWithoutParent(stop) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event && process.platform !== "win32") {
    setInterval(() => process.ppid !== parent && stop(), 200).unref();
  }
}
