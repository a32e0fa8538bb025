import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isMadeFrom, stampFor } from "./hash-files.mjs";
import { giveUp, root, runNpm } from "./run-quietly.mjs";

const web = { name: "web", sources: ["web", "contract/src", "package-lock.json"] };
const server = { name: "server", sources: ["server", "contract/src", "package-lock.json"] };

/** Builds the web, or ends this process with the reason why it cannot be built. */
export async function ensureWebBuilt() {
  await ensure(web);
}

/** The same for both. The server also runs from its sources, but built it starts in half the time. Returns its file. */
export async function ensureBuilt() {
  await ensure(web);
  await ensure(server);
  return join(root, "server", "dist", "main.js");
}

async function ensure(part) {
  const { hasFailed, output } = await build(part, () => process.stdout.write(`Building the ${part.name} …\n`));
  if (hasFailed) giveUp(`The ${part.name} could not be built; the lines above say why.`, output);
}

/** Builds what was not built from exactly these sources. A web over its size budget fails. */
export async function tryBuild() {
  const results = [await build(server), await build(web)];
  return {
    hasFailed: results.some(({ hasFailed }) => hasFailed),
    output: results.map(({ output }) => output).join(""),
  };
}

async function build({ name, sources }, onStart = () => {}) {
  const dist = join(root, name, "dist");
  const stamp = join(dist, ".clanhall-built");
  const files = sources.map((path) => join(root, path));
  if (isMadeFrom(stamp, files)) return { hasFailed: false, output: "" };
  onStart();
  rmSync(stamp, { force: true });
  const stampAs = stampFor(files);
  // What is built is for everybody, also where the server that is started next is somebody's own for development.
  const result = await runNpm(["run", "build", "-w", name], { env: { NODE_ENV: "production" } });
  if (result.hasFailed) return result;
  mkdirSync(dist, { recursive: true });
  stampAs(stamp);
  return result;
}
