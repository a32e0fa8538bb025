import { stat } from "node:fs/promises";
import { countUnsealed } from "../../access/sealing.queries.ts";
import {
  findSealingFile,
  hasForeignKeys,
  howToMakeSecret,
  nameSealingSecret,
  readSealingSecrets,
} from "../../access/sealing.ts";
import { StartError } from "../../db/start-error.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

/** Looks for the key that seals, which must not be in the database. */
export async function checkSealingKey(settings: Settings): Promise<Finding> {
  const { secret, databaseUrl, dataFolder } = settings;
  if (secret) return fine("secret", "CLANHALL_SECRET is set; keep a copy apart from the backups.");
  if (databaseUrl) {
    return problem("secret", `CLANHALL_SECRET is not set, and DATABASE_URL needs it: ${howToMakeSecret} and set it.`);
  }
  try {
    const path = findSealingFile(dataFolder);
    if ((await readSealingSecrets(settings)).length === 0) {
      return fine("secret", `There is no key yet; the first start makes ${path}.`);
    }
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) return warning("secret", `Others can read ${path}: run chmod 600 on it.`);
    return fine("secret", `The key is in ${path}; keep a copy apart from the backups.`);
  } catch (error) {
    if (error instanceof StartError) return problem("secret", reasonOf(error));
    throw error;
  }
}

/** Looks at whether a copy of the database would give something away, and whether we could still open it. */
export async function* checkSealed(db: Db, settings: Settings): AsyncGenerator<Finding> {
  const { keys, mails } = await countUnsealed(db);
  if (await hasForeignKeys(db, await readSealingSecrets(settings))) {
    yield problem("keys", `They were sealed with another secret: put ${nameSealingSecret(settings)} back as it was.`);
  } else {
    yield judge("keys", keys, "Every key is sealed.");
  }
  yield judge("mails", mails, "Every mail that has a text is sealed.");
}

function judge(subject: string, unsealed: number, good: string): Finding {
  if (unsealed === 0) return fine(subject, good);
  return warning(subject, `Not sealed: ${unsealed}. Start Clanhall once, which seals them.`);
}
