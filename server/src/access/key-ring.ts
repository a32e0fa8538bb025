import { StartError } from "../db/start-error.ts";
import type { Db } from "../db/tables.ts";
import { readKeyFile } from "./key-file.ts";
import { SealedElsewhere, type Secrets } from "./secrets.ts";
import { createStoredKey, openJwk, openKey, type SigningKey } from "./signing-key.ts";
import { insertSigningKeyIfNone, listSigningKeys } from "./signing-keys.queries.ts";

/** How long an instance may not know of a key that another one has added or retired in the usual course. */
const freshFor = 60_000;
/** A token may name any key id; looking for unknown ones must not become a query per request. */
const pauseBetweenLooks = 5_000;

export interface KeyRing {
  /** The newest key whose time to sign has come. */
  getSigner(): Promise<SigningKey>;
  findVerifier(kid: string): Promise<SigningKey | null>;
  listPublicKeys(): Promise<SigningKey["publicJwk"][]>;
  /** Looks at the keys anew when they are needed next. */
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
      const now = new Date();
      const signer = (await load()).find(({ signsFrom }) => signsFrom !== null && signsFrom <= now);
      if (!signer) throw new Error("no signing key is in use");
      return signer;
    },
    async findVerifier(kid) {
      const find = (keys: SigningKey[]) => keys.find((key) => key.kid === kid) ?? null;
      return find(await load()) ?? find(await load(pauseBetweenLooks));
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

/** There is always a key that signs: the first start makes one, and so does whoever looks after the last was revoked. */
async function listKeysWithSigner(db: Db, secrets: Secrets) {
  const rows = await listSigningKeys(db);
  const now = new Date();
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
      `The signing key ${kid} was sealed with another secret: set CLANHALL_SECRET to what it was or put sealing.key back into the data folder; if that is lost, run auth revoke-key ${kid}, and everybody signs in again.`,
      { cause: error },
    );
  }
}

/** Callers at the same moment share one look at the database. */
function cacheKeys(load: () => Promise<SigningKey[]>): KeyCache {
  let known: { at: number; keys: Promise<SigningKey[]> } | null = null;
  return {
    load(oldest = freshFor) {
      if (!known || Date.now() - known.at > oldest) {
        const look = { at: Date.now(), keys: load() };
        look.keys.catch(() => {
          if (known === look) known = null;
        });
        known = look;
      }
      return known.keys;
    },
    invalidate() {
      known = null;
    },
  };
}
