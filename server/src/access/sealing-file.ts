import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findDataFolder, prepareDataFolder } from "../db/embedded/folder.ts";
import { errorCode, StartError } from "../db/start-error.ts";
import type { Settings } from "../settings.ts";

export type SealingSettings = Pick<Settings, "secret" | "databaseUrl" | "dataFolder">;

export const howToMakeSecret = "make one with `openssl rand -hex 32`";

/** The first seals, each of them opens. */
export type SealingSecrets = [string, ...string[]];

const shortest = 32;

/** Where the built-in database has its sealing key: in the data folder, beside the cluster and not in it. */
export function findSealingFile(dataFolder: string | null): string {
  return join(findDataFolder(dataFolder), "sealing.key");
}

/** What has to be kept beside every backup, as an operator calls it. */
export function nameSealingSecret({ secret, databaseUrl, dataFolder }: SealingSettings): string {
  return secret || databaseUrl ? "CLANHALL_SECRET" : findSealingFile(dataFolder);
}

/** The secrets of the settings, the one that seals first; none when there is none yet. Changes nothing. */
export async function readSealingSecrets({ secret, databaseUrl, dataFolder }: SealingSettings): Promise<string[]> {
  const inFile = databaseUrl ? null : await readSealingFile(findSealingFile(dataFolder));
  return [secret, inFile].filter((text) => text !== null);
}

/** The same; the built-in database gets a key file where it has none, another database needs CLANHALL_SECRET. */
export async function requireSealingSecrets(settings: SealingSettings): Promise<SealingSecrets> {
  const [first, ...others] = await readSealingSecrets(settings);
  if (first !== undefined) return [first, ...others];
  if (settings.databaseUrl) {
    throw new StartError(
      `With DATABASE_URL, CLANHALL_SECRET is needed to seal what a copy of the database must not show: ${howToMakeSecret}, set it for every instance, and keep it apart from the backups.`,
    );
  }
  prepareDataFolder(settings.dataFolder);
  return [await createSealingFile(findSealingFile(settings.dataFolder))];
}

async function readSealingFile(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, "utf8")).trim();
    if (text.length >= shortest) return text;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw new StartError(`The sealing key ${path} cannot be read (${errorCode(error)}).`, { cause: error });
  }
  throw new StartError(`The sealing key ${path} is damaged: put it back from where you keep a copy.`);
}

/** Complete and on the disk before it has its name; of two that make one at the same moment, the first wins. */
async function createSealingFile(path: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeToDisk(unfinished, `${randomBytes(32).toString("hex")}\n`);
    await link(unfinished, path).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
    await syncFolder(dirname(path));
  } finally {
    await rm(unfinished, { force: true });
  }
  const made = await readSealingFile(path);
  if (made === null) throw new Error(`${path} was removed while Clanhall started`);
  return made;
}

async function writeToDisk(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
