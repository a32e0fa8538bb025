import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** One hash over the names and contents of files and of whole folders, without what is skipped in these. */
export function hashFiles(paths, isSkipped = isNotShipped) {
  const hash = createHash("sha256");
  for (const path of paths) addTo(hash, path, isSkipped);
  return hash.digest("hex");
}

/** Tests, and what is built. */
function isNotShipped(name) {
  return ["dist", "node_modules", "testing"].includes(name) || /\.test\.|^\./.test(name);
}

function addTo(hash, path, isSkipped) {
  if (!statSync(path).isDirectory()) {
    hash.update(path).update("\0").update(readFileSync(path)).update("\0");
    return;
  }
  for (const name of readdirSync(path).toSorted()) {
    if (!isSkipped(name)) addTo(hash, join(path, name), isSkipped);
  }
}

export function findText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
