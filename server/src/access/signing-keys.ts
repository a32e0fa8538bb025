import { readFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { clock, currentTime } from "../db/clock.ts";
import { StartError } from "../db/start-error.ts";
import type { Db, Tx } from "../db/tables.ts";
import { publishEvent } from "../events/publish.ts";
import { keysTopic } from "../events/topics.ts";
import { SealedElsewhere, type Secrets } from "./secrets.ts";
import { createStoredKey, openJwk, openKey, type SigningKey, toPublicJwk } from "./signing-key.ts";
import {
  insertNextSigningKey,
  insertSigningKeyIfNone,
  listSigningKeys,
  retireKeysReplacedBefore,
  retireSigningKey,
} from "./signing-keys.queries.ts";

/** How long an instance may not know of a key that another one has added or retired in the usual course. */
const freshFor = 60_000;
/** A token may name any key id, so an unknown one causes a query only this often. */
const pauseBetweenQueries = 5_000;

export interface KeyRing {
  /** The newest key whose time to sign has come. */
  getSigner(): Promise<SigningKey>;
  findVerifier(kid: string): Promise<SigningKey | null>;
  listPublicKeys(): Promise<SigningKey["publicJwk"][]>;
  /** Reads the keys again when they are needed next. */
  invalidate(): void;
}

/** The keys of a file if there is one, else those kept in the database. */
export async function openKeyRing(db: Db, secrets: Secrets, file: string | null): Promise<KeyRing> {
  if (file) {
    const keys = await readKeyFile(file);
    return toKeyRing({ load: () => Promise.resolve(keys), invalidate() {} });
  }
  const cache = cacheKeys(() => loadKeys(db, secrets));
  // A wrong secret is noticed at the start and not by people who cannot sign in.
  await cache.load();
  return toKeyRing(cache);
}

interface KeyCache {
  load: (oldest?: number) => Promise<SigningKey[]>;
  invalidate: () => void;
}

function toKeyRing({ load, invalidate }: KeyCache): KeyRing {
  return {
    invalidate,
    async getSigner() {
      const now = currentTime();
      const signer = (await load()).find(({ signsFrom }) => signsFrom !== null && signsFrom <= now);
      if (!signer) throw new Error("no signing key is in use");
      return signer;
    },
    async findVerifier(kid) {
      const find = (keys: SigningKey[]) => keys.find((key) => key.kid === kid) ?? null;
      return find(await load()) ?? find(await load(pauseBetweenQueries));
    },
    listPublicKeys: async () => (await load()).map(({ publicJwk }) => publicJwk),
  };
}

async function loadKeys(db: Db, secrets: Secrets): Promise<SigningKey[]> {
  const rows = await listKeysWithSigner(db, secrets);
  const opened = rows.flatMap(({ kid, sealed_jwk, public_jwk, signs_from }) =>
    sealed_jwk
      ? [
          openKey({
            privateJwk: unseal(secrets, kid, sealed_jwk),
            publicJwk: public_jwk,
            signsFrom: signs_from,
            isSupplied: false,
          }),
        ]
      : [],
  );
  return Promise.all(opened);
}

/** There is always a key that signs: the first start makes one, and so does the first reader after the last was revoked. */
async function listKeysWithSigner(db: Db, secrets: Secrets) {
  const rows = await listSigningKeys(db);
  const now = currentTime();
  if (rows.some(({ signs_from }) => signs_from <= now)) return rows;
  await insertSigningKeyIfNone(db, await createStoredKey(secrets));
  return listSigningKeys(db);
}

function unseal(secrets: Secrets, kid: string, sealed: Buffer) {
  try {
    return openJwk(secrets, sealed);
  } catch (error) {
    if (!(error instanceof SealedElsewhere)) throw error;
    throw new StartError(
      `The signing key ${kid} was sealed with another secret: set CLANHALL_SECRET to what it was or put sealing.key back into the data folder; if that is lost, run auth revoke-key ${kid}, and everyone signs in again.`,
      { cause: error },
    );
  }
}

/** Callers at the same moment share one query. */
function cacheKeys(load: () => Promise<SigningKey[]>): KeyCache {
  const cache = new LRUCache<"keys", Promise<SigningKey[]>>({ max: 1, ttl: freshFor, perf: clock });
  return {
    load(oldest = freshFor) {
      const known = cache.get("keys");
      if (known && freshFor - cache.getRemainingTTL("keys") <= oldest) return known;
      const keys = load();
      cache.set("keys", keys);
      keys.catch(() => {
        if (cache.peek("keys") === keys) cache.delete("keys");
      });
      return keys;
    },
    invalidate: () => cache.clear(),
  };
}

const keyFile = z
  .array(
    z.looseObject({
      kty: z.enum(["EC", "RSA"]),
      kid: z.string().min(1),
      alg: z.enum(["ES256", "RS256"]),
      d: z.string(),
      key_ops: z.array(z.string()).default([]),
    }),
  )
  .min(1);

/** The keys of AUTH_SIGNING_KEYS: the first that lists `sign` signs, all verify. */
export async function readKeyFile(path: string): Promise<SigningKey[]> {
  try {
    const jwks = keyFile.parse(JSON.parse(await readFile(path, "utf8")));
    const signing = jwks.find(({ key_ops }) => key_ops.includes("sign"));
    if (!signing) throw new Error("no key lists sign among its key_ops");
    return await Promise.all(
      jwks.map((jwk) =>
        openKey({
          privateJwk: jwk,
          publicJwk: toPublicJwk(jwk, jwk.kid, jwk.alg),
          signsFrom: jwk === signing ? new Date(0) : null,
          isSupplied: true,
        }),
      ),
    );
  } catch (error) {
    // A parser's message may quote the file, and the file is secret.
    const reason = error instanceof Error && "code" in error ? String(error.code) : "see the README for its shape";
    throw new StartError(`AUTH_SIGNING_KEYS names a file that is not usable: ${reason}`);
  }
}

const minute = 60_000;
/** Clients keep the list of public keys for ten minutes; by twice that they all know the new one. */
const publishedBefore = 20 * minute;
/** A service token can do everything to every account, so it does not live long. */
export const longestServiceMinutes = 1440;
/** The longest life a token can have, and an hour for clocks that disagree. */
const longestUse = (longestServiceMinutes + 60) * minute;

/** Adds a key that is published at once and signs later, so that nobody gets a token whose key they do not know. */
export function rotateKeys(db: Db, secrets: Secrets, now = currentTime()) {
  return db.transaction().execute((tx) => addNextKey(tx, secrets, now));
}

export async function addNextKey(tx: Tx, secrets: Secrets, now = currentTime()) {
  const key = await createStoredKey(secrets);
  return insertNextSigningKey(tx, key, new Date(now.getTime() + publishedBefore), now);
}

/**
 * Ends a key on every instance at once, as when somebody else has it; returns whether there was such a key. It needs no
 * secret, so that it also helps whoever has lost theirs: where no key is left, the next one to sign makes it.
 */
export function revokeKey(db: Db, kid: string): Promise<boolean> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const isRevoked = await retireSigningKey(tx, kid, now);
    if (isRevoked) await publishEvent(tx, keysTopic, "revoked", { kid });
    return isRevoked;
  });
}

export function retireUnusedKeys(db: Db, now = currentTime()): Promise<number> {
  return retireKeysReplacedBefore(db, new Date(now.getTime() - longestUse), now);
}
