import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findNode } from "./find-node.mjs";
import { root, runQuietly } from "./run-quietly.mjs";

/** The shell first: it draws no window and opens a page in half the time. */
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const debianPackages = ["chromium-headless-shell", "chromium"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium for browser tests: the one named, the system's, npm's, or one installed now; else null. */
export async function findChromium() {
  return findNamed() ?? findOnSystem() ?? (await findInPackages()) ?? (await installOnDebian());
}

function findNamed() {
  const named = process.env.CHROMIUM_PATH;
  return named && existsSync(named) ? named : null;
}

function findOnSystem() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...applications].find((path) => existsSync(path)) ?? null;
}

/** The package ships a packed Chromium for Linux on x64 and needs our Node; asking for its path unpacks it. */
async function findInPackages() {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const program = `import chromium from "@sparticuz/chromium"; console.log(await chromium.executablePath());`;
  const node = findNode() ?? process.execPath;
  const { hasFailed, output } = await runQuietly(node, ["--input-type=module", "-e", program], {
    cwd: join(root, "e2e"),
  });
  return hasFailed ? null : (output.trim().split("\n").at(-1) ?? null);
}

async function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  process.stdout.write("Installing Chromium for the browser tests …\n");
  const hasLists = existsSync("/var/lib/apt/lists") && readdirSync("/var/lib/apt/lists").length > 2;
  if (!hasLists || !(await installPackage())) {
    await aptGet("update");
    await installPackage();
  }
  return findOnSystem();
}

/** The first of the packages that can be had. */
async function installPackage() {
  for (const name of debianPackages) {
    if (!(await aptGet("install", "-y", "--no-install-recommends", name)).hasFailed) return true;
  }
  return false;
}

function aptGet(...args) {
  return runQuietly("apt-get", args, { env: { DEBIAN_FRONTEND: "noninteractive" } });
}
