import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command and keeps what it says for the case that it fails. */
export function runQuietly(command, args, { cwd = root, env = {}, signal } = {}) {
  return new Promise((resolve) => {
    const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
    const child = spawn(command, args, {
      cwd,
      signal,
      env: { ...process.env, PATH: path, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // On Windows the commands of npm packages are scripts that only a shell can run.
      shell: process.platform === "win32",
    });
    let output = "";
    const keep = (text) => (output += text);
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.once("error", (error) => resolve({ hasFailed: true, output: output + error.message }));
    child.once("close", (code) => resolve({ hasFailed: code !== 0, output }));
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
