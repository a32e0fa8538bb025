import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One hash over the names and contents of files and of whole folders, without what is skipped in these. */
export function hashFiles(paths, isSkipped = isNotShipped, describe = (path) => readFileSync(path)) {
  const hash = createHash("sha256");
  for (const path of paths) addTo(hash, path, isSkipped, describe);
  return hash.digest("hex");
}

/** Tests, and what is built. */
function isNotShipped(name) {
  return ["dist", "node_modules", "testing"].includes(name) || /\.test\.|^\./.test(name);
}

function addTo(hash, path, isSkipped, describe) {
  const found = statSync(path);
  if (!found.isDirectory()) {
    hash.update(path).update("\0").update(describe(path, found)).update("\0");
    return;
  }
  for (const name of readdirSync(path).toSorted()) {
    if (!isSkipped(name)) addTo(hash, join(path, name), isSkipped, describe);
  }
}

/**
 * Whether the stamp was made for exactly these files. Sizes and times tell it sooner than contents, which are read when
 * those differ, as after a checkout.
 */
export function isMadeFrom(stamp, paths) {
  const [contents, times] = (findText(stamp) ?? "").split("\n");
  if (times === hashTimes(paths)) return true;
  if (contents !== hashFiles(paths)) return false;
  stampFor(paths)(stamp);
  return true;
}

/** What the stamp of these files says, as they are now: whatever is made of them takes a while. */
export function stampFor(paths) {
  const text = `${hashFiles(paths)}\n${hashTimes(paths)}`;
  return (stamp) => writeFileSync(stamp, text);
}

function hashTimes(paths) {
  return hashFiles(paths, isNotShipped, (_path, { size, mtimeMs }) => `${size} ${mtimeMs}`);
}

export function findText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
