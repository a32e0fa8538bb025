import type { Log } from "../db/log.ts";
import type { Db } from "../db/tables.ts";
import { sealBody } from "../mail/mail-body.ts";
import { addNextKey } from "./key-rotation.ts";
import type { SealingSecrets } from "./sealing-file.ts";
import {
  clearMailBodies,
  countUnsealed,
  listClearMails,
  listClearSigningKeys,
  listSealingKeys,
  lockSealing,
  replaceMailBody,
  replacePrivateJwk,
  replaceSealingKey,
} from "./sealing.queries.ts";
import { createSecrets, idOf, SealedElsewhere, type SealingKey, type Secrets, toSealingKey } from "./secrets.ts";
import { sealJwk } from "./signing-key.ts";
import { listSigningKeys } from "./signing-keys.queries.ts";

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
  const former = (await listSealingKeys(db)).flatMap((row) => findFormerKey(outer, row));
  return createSecrets([...outside, ...former]);
}

/** Whether keys lie here that none of these secrets opens. */
export async function hasForeignKeys(db: Db, texts: string[]): Promise<boolean> {
  const known = new Set(texts.map((text) => toSealingKey(text).id));
  const [signing, former] = await Promise.all([listSigningKeys(db), listSealingKeys(db)]);
  const sealed = [...signing.map(({ sealed_jwk }) => sealed_jwk), ...former.map(({ sealed_key }) => sealed_key)];
  return sealed.some((text) => text && !known.has(idOf(text)));
}

/** Who has lost the secret that sealed a former key has lost what that key sealed, and nothing else. */
function findFormerKey(outer: Secrets, row: { id: string; sealed_key: Buffer | null }): SealingKey[] {
  if (!row.sealed_key) return [];
  try {
    return [{ id: row.id, key: Buffer.from(outer.open(row.sealed_key, formerKey), "base64") }];
  } catch (error) {
    if (error instanceof SealedElsewhere) return [];
    throw error;
  }
}

/** One transaction: a start that is killed leaves everything as it was, and the next one begins anew. */
async function sealStored(db: Db, secrets: Secrets, log: Log): Promise<void> {
  const found = await countUnsealed(db);
  if (found.keys + found.mails === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockSealing(tx);
    for (const { id, key } of await listSealingKeys(tx)) {
      if (key) await replaceSealingKey(tx, id, secrets.seal(key.toString("base64"), formerKey));
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
async function sealMails(tx: Db, secrets: Secrets, now = Date.now()): Promise<void> {
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
