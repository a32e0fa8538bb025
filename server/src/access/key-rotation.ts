import type { Db } from "../db/tables.ts";
import { longestServiceMinutes } from "./access-tokens.ts";
import { createStoredKey } from "./signing-key.ts";
import { insertNextSigningKey, retireKeysReplacedBefore } from "./signing-keys.queries.ts";

const minute = 60_000;
/** Clients keep the list of public keys for ten minutes; by twice that they all know the new one. */
const publishedBefore = 20 * minute;
/** The longest life a token can have, and an hour for clocks that disagree. */
const longestUse = (longestServiceMinutes + 60) * minute;

/** Adds a key that is published at once and signs later, so that nobody meets a token whose key they do not know. */
export async function rotateKeys(db: Db, now = new Date()) {
  const { kid, privateJwk, publicJwk } = await createStoredKey();
  const key = { kid, private_jwk: privateJwk, public_jwk: publicJwk };
  return insertNextSigningKey(db, key, new Date(now.getTime() + publishedBefore), now);
}

export function retireUnusedKeys(db: Db, now = new Date()): Promise<number> {
  return retireKeysReplacedBefore(db, new Date(now.getTime() - longestUse), now);
}
