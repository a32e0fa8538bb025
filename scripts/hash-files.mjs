import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** One hash over the names and contents of files and whole folders; tests and what is built from them do not count. */
export function hashFiles(paths) {
  const hash = createHash("sha256");
  for (const path of paths) addTo(hash, path);
  return hash.digest("hex");
}

function addTo(hash, path) {
  if (!statSync(path).isDirectory()) {
    hash.update(path).update("\0").update(readFileSync(path)).update("\0");
    return;
  }
  for (const name of readdirSync(path).toSorted()) {
    if (!["dist", "node_modules", "testing"].includes(name) && !/\.test\.|^\./.test(name))
      addTo(hash, join(path, name));
  }
}

export function findText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
