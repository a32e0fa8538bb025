import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findText, hashFiles } from "./hash-files.mjs";
import { giveUp, root, runNpm } from "./run-quietly.mjs";

const lockfile = join(root, "package-lock.json");
const stamp = join(root, "node_modules", ".clanhall-installed");

/** Installs the packages of the lockfile, unless they are there already. */
export async function ensureInstalled() {
  const wanted = hashFiles([lockfile]);
  if (findText(stamp) === wanted) return;
  if (!isInstalledByHand()) {
    process.stdout.write("Installing what Clanhall needs, this takes a minute …\n");
    // Building the web needs the development packages, also where NODE_ENV says production.
    const { hasFailed, output } = await runNpm(["ci", "--include=dev", "--include=optional"]);
    if (hasFailed) giveUp("The installation failed; the lines above say why. Run npm ci to see it again.", output);
  }
  writeFileSync(stamp, wanted);
}

/** npm writes its own list of what it installed last; when that is the newest of the three, someone ran npm. */
function isInstalledByHand() {
  const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const installed = timeOf(join(root, "node_modules", ".package-lock.json"));
  return installed >= timeOf(lockfile) && installed > timeOf(stamp);
}
