import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findText, hashFiles } from "./hash-files.mjs";
import { giveUp, root, runNpm } from "./run-quietly.mjs";

const dist = join(root, "web", "dist");
const stamp = join(dist, ".clanhall-built");

/** Builds the web, unless it was built from exactly these sources. */
export async function ensureBuilt() {
  const wanted = hashFiles(["web", "contract/src", "package-lock.json"].map((path) => join(root, path)));
  if (findText(stamp) === wanted) return;
  process.stdout.write("Building the web …\n");
  rmSync(stamp, { force: true });
  const { hasFailed, output } = await runNpm(["run", "build", "-w", "web"]);
  if (hasFailed) giveUp("The web could not be built; the lines above say why.", output);
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, wanted);
}
