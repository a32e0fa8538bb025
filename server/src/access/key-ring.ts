import type { Db } from "../db/tables.ts";
import { readKeyFile } from "./key-file.ts";
import { createStoredKey, openKey, type SigningKey } from "./signing-key.ts";
import { insertFirstSigningKey, listSigningKeys } from "./signing-keys.queries.ts";

/** How long an instance may not know of a key that another one has added or retired. */
const freshFor = 60_000;
/** A token may name any key id; looking for unknown ones must not become a query per request. */
const pauseBetweenLooks = 5_000;

export interface KeyRing {
  /** The newest key whose time to sign has come. */
  getSigner(): Promise<SigningKey>;
  findVerifier(kid: string): Promise<SigningKey | null>;
  listPublicKeys(): Promise<SigningKey["publicJwk"][]>;
}

/** The keys of a file if there is one, else those kept in the database, where the first start makes one. */
export async function openKeyRing(db: Db, file: string | null): Promise<KeyRing> {
  if (file) {
    const keys = await readKeyFile(file);
    return toKeyRing(() => Promise.resolve(keys));
  }
  if ((await listSigningKeys(db)).length === 0) {
    const { kid, privateJwk, publicJwk } = await createStoredKey();
    await insertFirstSigningKey(db, { kid, private_jwk: privateJwk, public_jwk: publicJwk });
  }
  return toKeyRing(rememberFor(() => loadKeys(db)));
}

type LoadKeys = (oldest?: number) => Promise<SigningKey[]>;

function toKeyRing(load: LoadKeys): KeyRing {
  return {
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

async function loadKeys(db: Db): Promise<SigningKey[]> {
  const rows = await listSigningKeys(db);
  return Promise.all(
    rows.map(({ private_jwk, public_jwk, signs_from }) =>
      openKey({ privateJwk: private_jwk, publicJwk: public_jwk, signsFrom: signs_from }),
    ),
  );
}

/** Callers at the same moment share one look at the database. */
function rememberFor(load: () => Promise<SigningKey[]>): LoadKeys {
  let known: { at: number; keys: Promise<SigningKey[]> } | null = null;
  return (oldest = freshFor) => {
    if (!known || Date.now() - known.at > oldest) {
      const look = { at: Date.now(), keys: load() };
      look.keys.catch(() => {
        if (known === look) known = null;
      });
      known = look;
    }
    return known.keys;
  };
}
