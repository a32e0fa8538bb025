import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";

/** Where and on what it was measured, in one line. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${model}, ${availableParallelism()} cores, ${memory}, ${type()} ${release()}, Node ${process.versions.node}, ${describeCommit()}`;
}

function describeCommit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const hasChanges = git("status", "--porcelain") !== "";
    return `commit ${git("rev-parse", "--short", "HEAD").trim()}${hasChanges ? " with changes" : ""}`;
  } catch {
    return "no commit known";
  }
}
