import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./folder.ts";
import { runAs } from "./process.ts";
import { StartError } from "../start-error.ts";

const run = promisify(execFile);
const unfinished = "unfinished-";
/** Another first start may still write into what is removed. */
const removal = { recursive: true, force: true, maxRetries: 10 };

/**
 * C.UTF-8 of the builtin provider sorts by code point and knows upper and lower case of all Unicode without asking the
 * operating system, so indexes stay valid when a data folder moves to another machine or system release.
 */
const layout = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

export const clusterUser = "clanhall";

export function passwordFile(cluster: string): string {
  return join(cluster, "clanhall.password");
}

/** Builds the cluster in a folder beside it and moves it whole: neither a crash nor a second start finds half of one. */
export async function ensureCluster(binaries: Binaries, folder: DataFolder): Promise<void> {
  if (existsSync(folder.cluster)) return;
  const draft = join(folder.path, unfinished + randomUUID());
  try {
    await buildCluster(binaries, folder, draft);
    await rename(join(draft, "postgres"), folder.cluster);
    await flushFolder(folder.path);
  } catch (error) {
    if (existsSync(folder.cluster)) return;
    const reason = error instanceof Error ? error.message.trim() : String(error);
    throw new StartError(
      `The database could not be created in ${folder.path}; set CLANHALL_DATA to another folder or DATABASE_URL to a PostgreSQL of yours.\n${reason}`,
      { cause: error },
    );
  } finally {
    await rm(draft, removal);
  }
}

/** Removes what first starts that were killed have left; only the owner of the folder may. */
export async function removeUnfinished(folder: Pick<DataFolder, "path">): Promise<void> {
  const left = (await readdir(folder.path)).filter((name) => name.startsWith(unfinished));
  await Promise.all(left.map((name) => rm(join(folder.path, name), removal)));
}

async function buildCluster(binaries: Binaries, { user }: DataFolder, draft: string): Promise<void> {
  const cluster = join(draft, "postgres");
  const secret = join(draft, "password");
  await mkdir(draft, { mode: 0o700 });
  await writeFile(secret, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
  if (user) await Promise.all([draft, secret].map((path) => chown(path, user.uid, user.gid)));
  const options = ["-D", cluster, "-U", clusterUser, "--auth=scram-sha-256", `--pwfile=${secret}`, ...layout];
  await run(binaries.initdb, options, { ...runAs(user), cwd: draft });
  await rename(secret, passwordFile(cluster));
  await flushFolder(cluster);
}

/** A rename survives a power cut only once its folder is on the disk; Windows cannot and need not do this. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
