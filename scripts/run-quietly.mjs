import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command of an npm package and keeps what it says for the case that it fails. */
export function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    const child = start(command, args, ["ignore", "pipe", "pipe"], options);
    let output = "";
    const keep = (text) => (output += text);
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.once("error", (error) => resolve({ hasFailed: true, output: output + error.message }));
    child.once("close", (code) => resolve({ hasFailed: code !== 0, output }));
  });
}

/** Runs a command of an npm package before somebody's eyes; returns its exit code. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, "inherit", options);
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

function start(command, args, stdio, { cwd = root, env = {} } = {}) {
  const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  return spawn(command, args, {
    cwd,
    stdio,
    env: { ...process.env, PATH: path, ...env },
    // On Windows the commands of npm packages are scripts that only a shell can run.
    shell: process.platform === "win32",
  });
}

/** The npm that started us where there is one, so that no second npm is needed on the PATH. */
export function runNpm(args, options) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  return npm && node && process.platform !== "win32"
    ? runQuietly(node, [npm, ...args], options)
    : runQuietly("npm", args, options);
}

/** Ends this process with a sentence, after the output that explains it. */
export function giveUp(sentence, output = "") {
  process.stderr.write(`${output}${output && !output.endsWith("\n") ? "\n" : ""}${sentence}\n`);
  process.exit(1);
}
