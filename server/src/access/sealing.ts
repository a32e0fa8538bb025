import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { clock } from "../db/clock.ts";
import { findDataFolder, prepareDataFolder } from "../db/embedded/folder.ts";
import type { Log } from "../db/log.ts";
import { errorCode, StartError } from "../db/start-error.ts";
import type { Db } from "../db/tables.ts";
import { sealBody } from "../mail/queue-mail.ts";
import type { Settings } from "../settings.ts";
import {
  clearMailBodies,
  countUnsealed,
  keepSealingKey,
  listClearMails,
  listClearSigningKeys,
  listSealingKeys,
  lockSealing,
  replaceMailBody,
  replacePrivateJwk,
} from "./sealing.queries.ts";
import { createSecrets, idOf, type SealingKey, type Secrets, toSealingKey } from "./secrets.ts";
import { sealJwk } from "./signing-key.ts";
import { listSigningKeys } from "./signing-keys.queries.ts";
import { addNextKey } from "./signing-keys.ts";

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
  if (databaseUrl) return "CLANHALL_SECRET";
  const file = findSealingFile(dataFolder);
  if (!secret) return file;
  return existsSync(file) ? `CLANHALL_SECRET and ${file}` : "CLANHALL_SECRET";
}

/** The same for a backup of this database. Once it was started with both, CLANHALL_SECRET opens what the file sealed. */
export async function nameSecretOfBackup(db: Db, settings: SealingSettings): Promise<string> {
  const [first, ...others] = (await readSealingSecrets(settings)).map(toSealingKey);
  if (!first || others.length === 0) return nameSealingSecret(settings);
  const isAlone = (await listKeysToKeep(db, [first, ...others])).length === 0;
  return isAlone ? "CLANHALL_SECRET" : nameSealingSecret(settings);
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

const formerKey = "former sealing key";
/** No link of an earlier release lives longer. */
const longestLinkMs = 86_400_000;
const mailsAtOnce = 200;

/**
 * What opens and seals in this installation, by the secrets of its settings. What an earlier release left in clear is
 * sealed before anything is read.
 */
export async function openSecrets(db: Db, texts: SealingSecrets, log: Log): Promise<Secrets> {
  const [first, ...others] = texts;
  const outside: [SealingKey, ...SealingKey[]] = [toSealingKey(first), ...others.map(toSealingKey)];
  const outer = createSecrets(outside);
  await sealStored(db, outer, log);
  await keepOtherKeys(db, outside);
  const former = (await listSealingKeys(db)).flatMap((row) => findFormerKey(outer, row));
  return createSecrets([...outside, ...former]);
}

/** Whether keys lie here that none of these secrets opens. */
export async function hasForeignKeys(db: Db, texts: string[]): Promise<boolean> {
  const [signing, stored] = await Promise.all([listSigningKeys(db), listSealingKeys(db)]);
  const [first, ...others] = texts.map(toSealingKey);
  const outer = first && createSecrets([first, ...others]);
  const former = outer ? stored.flatMap((row) => findFormerKey(outer, row)) : [];
  const known = new Set([...(first ? [first, ...others] : []), ...former].map(({ id }) => id));
  const isForeign = (sealed: Buffer | null) => sealed !== null && !known.has(idOf(sealed));
  return (
    signing.some(({ sealed_jwk }) => isForeign(sealed_jwk)) ||
    stored.some(({ id, sealed_key }) => !known.has(id) && isForeign(sealed_key))
  );
}

/** Who has lost the secret that sealed a former key has lost what that key sealed, and nothing else. */
function findFormerKey(outer: Secrets, row: { id: string; sealed_key: Buffer | null }): SealingKey[] {
  const key = row.sealed_key && outer.tryOpen(row.sealed_key, formerKey);
  return key ? [{ id: row.id, key: Buffer.from(key, "base64") }] : [];
}

/** The first secret opens by itself what others sealed: a key file does not move with the database. */
async function keepOtherKeys(db: Db, outside: [SealingKey, ...SealingKey[]]): Promise<void> {
  if ((await listKeysToKeep(db, outside)).length === 0) return;
  const secrets = createSecrets(outside);
  await db.transaction().execute(async (tx) => {
    await lockSealing(tx);
    for (const { id, key } of await listKeysToKeep(tx, outside)) {
      await keepSealingKey(tx, id, secrets.seal(key.toString("base64"), formerKey));
    }
  });
}

/** Keys that open something here, and that the first secret does not open yet. */
async function listKeysToKeep(db: Db, outside: [SealingKey, ...SealingKey[]]): Promise<SealingKey[]> {
  const [current, ...others] = outside;
  const stored = await listSealingKeys(db);
  const secrets = createSecrets(outside);
  const former = stored.flatMap((row) => findFormerKey(secrets, row));
  const opened = stored.filter(({ sealed_key }) => sealed_key && idOf(sealed_key) === current.id);
  const known = new Set([current.id, ...opened.map(({ id }) => id)]);
  return [...others, ...former].filter(({ id }) => !known.has(id));
}

/** One transaction: a start that is killed leaves everything as it was, and the next one starts over. */
async function sealStored(db: Db, secrets: Secrets, log: Log): Promise<void> {
  const found = await countUnsealed(db);
  if (found.keys + found.mails === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockSealing(tx);
    for (const { id, key } of await listSealingKeys(tx)) {
      if (key) await keepSealingKey(tx, id, secrets.seal(key.toString("base64"), formerKey));
    }
    const signing = await listClearSigningKeys(tx);
    for (const { kid, private_jwk } of signing) {
      if (private_jwk) await replacePrivateJwk(tx, kid, sealJwk(secrets, private_jwk));
    }
    // Whoever has an older copy of the database has these keys, so they are on their way out.
    if (signing.length > 0) await addNextKey(tx, secrets);
    await sealMails(tx, secrets);
  });
  log.info(found, "what lay in clear is sealed; the keys that sign tokens are replaced within a day");
}

/** Only mails that are still to be sent or shown have a body worth keeping. */
async function sealMails(tx: Db, secrets: Secrets): Promise<void> {
  const now = clock.now();
  for (;;) {
    const mails = await listClearMails(tx, mailsAtOnce);
    if (mails.length === 0) return;
    const emptied: string[] = [];
    for (const { id, state, text, html, unsubscribe_url, created_at } of mails) {
      const endsAt = new Date(created_at.getTime() + longestLinkMs);
      const isWanted = (state === "waiting" || state === "kept") && endsAt.getTime() > now;
      if (!isWanted || text === null || html === null) emptied.push(id);
      else await replaceMailBody(tx, id, sealBody(secrets, { text, html, unsubscribeUrl: unsubscribe_url }), endsAt);
    }
    await clearMailBodies(tx, emptied);
  }
}
