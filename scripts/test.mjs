import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build-web.mjs";
import { findChromium } from "./find-chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { giveUp, root, runNpm, runQuietly } from "./run-quietly.mjs";
import { runSteps } from "./run-steps.mjs";

const check = (name) => ({ name, run: (options) => runNpm(["run", "--silent", `check:${name}`], options) });

await ensureInstalled();
const started = Date.now();

await runSteps([check("format"), check("lint"), check("boundaries"), check("types"), check("unused")], lanes());
// The tests below serve the built web; a build over its size budget fails.
await ensureBuilt();
const tests = (options) => runQuietly("vitest", ["run"], options);
await runSteps([{ name: "tests", summary: /^.*Tests .+$/m, run: tests }], 1);

const chromium = await findChromium();
if (!chromium) giveUp("The browser tests need Chromium; install it, or set CHROMIUM_PATH to the one you have.");
const inBrowser = { cwd: join(root, "e2e"), env: { CHROMIUM_PATH: chromium } };
const journeys = (options) => runQuietly("playwright", ["test"], { ...options, ...inBrowser });
await runSteps([{ name: "journeys", summary: /^.*\d+ passed.*$/m, run: journeys }], 1);

process.stdout.write(`All passed in ${Math.round((Date.now() - started) / 1000)} s.\n`);

function lanes() {
  return Math.min(2, availableParallelism());
}
