import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { prepareDataFolder } from "../../db/embedded/folder.ts";
import { StartError } from "../../db/start-error.ts";
import type { Settings } from "../../settings.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

const mebibyte = 1024 * 1024;
const scarce = 2048;
const tooLittle = 256;

interface Disk {
  findings: Finding[];
  /** Whether there is a database to look at: the built-in one comes with the first start. */
  hasDatabase: boolean;
}

/** Looks at the data folder as a start would; with a database elsewhere only at the room beside the program. */
export async function checkDisk({ databaseUrl, dataFolder }: Settings): Promise<Disk> {
  if (databaseUrl) return { findings: [await checkRoom(import.meta.dirname)], hasDatabase: true };
  try {
    const { path, cluster } = prepareDataFolder(dataFolder);
    const findings = [fine("data", `${path} can be written to.`), await checkRoom(path)];
    return { findings, hasDatabase: existsSync(join(cluster, "PG_VERSION")) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { findings: [problem("data", error.message)], hasDatabase: false };
  }
}

async function checkRoom(path: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(path);
  return judgeRoom(path, Math.floor((bavail * bsize) / mebibyte));
}

export function judgeRoom(path: string, free: number): Finding {
  const text = `${free} MiB are free at ${path}`;
  if (free < tooLittle) return problem("disk", `${text}: make room, or writing soon fails.`);
  if (free < scarce) return warning("disk", `${text}: make room before it runs out.`);
  return fine("disk", `${text}.`);
}
