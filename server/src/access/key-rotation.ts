import type { Db, Tx } from "../db/tables.ts";
import { publishEvent } from "../events/publish.ts";
import { keysTopic } from "../events/topics.ts";
import { longestServiceMinutes } from "./access-tokens.ts";
import type { Secrets } from "./secrets.ts";
import { createStoredKey } from "./signing-key.ts";
import { insertNextSigningKey, retireKeysReplacedBefore, retireSigningKey } from "./signing-keys.queries.ts";

const minute = 60_000;
/** Clients keep the list of public keys for ten minutes; by twice that they all know the new one. */
const publishedBefore = 20 * minute;
/** The longest life a token can have, and an hour for clocks that disagree. */
const longestUse = (longestServiceMinutes + 60) * minute;

/** Adds a key that is published at once and signs later, so that nobody meets a token whose key they do not know. */
export function rotateKeys(db: Db, secrets: Secrets, now = new Date()) {
  return db.transaction().execute((tx) => addNextKey(tx, secrets, now));
}

export async function addNextKey(tx: Tx, secrets: Secrets, now = new Date()) {
  const key = await createStoredKey(secrets);
  return insertNextSigningKey(tx, key, new Date(now.getTime() + publishedBefore), now);
}

/**
 * Ends a key on every instance at once, as when somebody else has it; returns whether there was such a key. It needs no
 * secret, so that it also helps whoever has lost theirs: where no key is left, the next one to sign makes it.
 */
export function revokeKey(db: Db, kid: string, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isRevoked = await retireSigningKey(tx, kid, now);
    if (isRevoked) await publishEvent(tx, keysTopic, "revoked", { kid });
    return isRevoked;
  });
}

export function retireUnusedKeys(db: Db, now = new Date()): Promise<number> {
  return retireKeysReplacedBefore(db, new Date(now.getTime() - longestUse), now);
}
