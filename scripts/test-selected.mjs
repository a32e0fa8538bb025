import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { giveUp, root, run } from "./run-quietly.mjs";

const folders = ["contract", "server", "web", "scripts", "e2e"];

/** Runs what is named, in the runner it belongs to; returns the exit code. */
export async function runSelectedTests(wanted) {
  const { files, title } = selectTests(wanted);
  if (files.length === 0) giveUp(`No test has “${wanted.join(" ")}” in its path or in its title.`);
  return runFiles(files, title);
}

/** Files and folders by a part of their path; where none has that name, the tests that have the words in their title. */
export function selectTests(wanted) {
  const all = listTestFiles();
  const files = all.filter((file) => wanted.some((name) => file.includes(toPart(name))));
  if (files.length > 0) return { files, title: null };
  const title = wanted.join(" ");
  return { files: all.filter((file) => readFileSync(join(root, file), "utf8").includes(title)), title };
}

function listTestFiles() {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes("node_modules/")),
  );
}

/** As somebody types or completes it in a shell. */
function toPart(name) {
  return name.replaceAll("\\", "/").replace(/^\.\//, "");
}

async function runFiles(files, title) {
  const journeys = files.filter((file) => file.startsWith("e2e/"));
  const others = files.filter((file) => !file.startsWith("e2e/"));
  // Both the server's tests and the journeys serve the built web.
  if (files.some((file) => /^(e2e|server|scripts)\//.test(file))) await ensureBuilt();
  const codes = [
    others.length > 0 ? await run("vitest", ["run", ...others, ...(title ? ["-t", toPattern(title)] : [])]) : 0,
    journeys.length > 0 ? await runJourneys(journeys, title) : 0,
  ];
  return Math.max(...codes);
}

async function runJourneys(files, title) {
  const chromium = await findChromium();
  if (!chromium) giveUp("The browser tests need Chromium; install it, or set CHROMIUM_PATH to the one you have.");
  const args = ["test", ...files.map((file) => file.replace("e2e/", "")), ...(title ? ["-g", toPattern(title)] : [])];
  return run("playwright", args, { cwd: join(root, "e2e"), env: { CHROMIUM_PATH: chromium } });
}

/** Both runners take a pattern where a person means words. */
function toPattern(title) {
  return title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
