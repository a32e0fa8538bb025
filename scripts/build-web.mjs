import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findText, hashFiles } from "./hash-files.mjs";
import { giveUp, root, runNpm } from "./run-quietly.mjs";

const dist = join(root, "web", "dist");
const stamp = join(dist, ".clanhall-built");

/** Builds the web, or ends this process with the reason why it cannot be built. */
export async function ensureBuilt() {
  const { hasFailed, output } = await tryBuild(() => process.stdout.write("Building the web …\n"));
  if (hasFailed) giveUp("The web could not be built; the lines above say why.", output);
}

/** Builds the web, unless it was built from exactly these sources; over its size budget, it fails. */
export async function tryBuild(onStart = () => {}) {
  const wanted = hashFiles(["web", "contract/src", "package-lock.json"].map((path) => join(root, path)));
  if (findText(stamp) === wanted) return { hasFailed: false, output: "" };
  onStart();
  rmSync(stamp, { force: true });
  // What is built is for everybody, also where the server that is started next is somebody's own for development.
  const result = await runNpm(["run", "build", "-w", "web"], { env: { NODE_ENV: "production" } });
  if (result.hasFailed) return result;
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, wanted);
  return result;
}
