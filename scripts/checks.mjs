import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { findText, hashFiles } from "./hash-files.mjs";
import { root, runNpm } from "./run-quietly.mjs";

/** The longest first, so that none is left running alone at the end. */
const names = ["types", "lint", "boundaries", "unused", "secrets", "format"];
const stamps = join(root, "node_modules", ".cache", "checks");

/** Types and lint are checked by programs in Go, which clean up half as much where there is memory to spare. */
const env = freemem() > 12 * 1024 ** 3 ? { GOGC: "400" } : {};

/** Everything that is checked without running the product; what has passed on exactly these files is not run again. */
export function toChecks() {
  const sources = hashSources();
  return names.map((name) => ({ name: `check ${name}`, run: () => runCheck(name, sources) }));
}

async function runCheck(name, sources) {
  const stamp = join(stamps, name);
  if (findText(stamp) === sources) return { hasFailed: false, output: "" };
  rmSync(stamp, { force: true });
  const result = await runNpm(["run", "--silent", `check:${name}`], { env });
  if (result.hasFailed) return result;
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, sources);
  return result;
}

function hashSources() {
  const folders = new Set(["node_modules", ".git", "data", "data-demo"]);
  const paths = readdirSync(root).filter((name) => !folders.has(name));
  return hashFiles(
    paths.toSorted().map((name) => join(root, name)),
    (name) => ["dist", "node_modules"].includes(name),
  );
}
