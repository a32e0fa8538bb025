import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Keeps what must not be read from a copy of the database. A purpose keeps one use from passing for another. */
export interface Secrets {
  seal(text: string, purpose: string): Buffer;
  /** Throws SealedElsewhere when none of the keys here sealed it. */
  open(sealed: Buffer, purpose: string): string;
  /** The same for what can be made anew: null when none of the keys here sealed it, because the secret is lost. */
  tryOpen(sealed: Buffer, purpose: string): string | null;
  /** For short codes that are only ever compared: without the key nobody can try them all. */
  digest(text: string, purpose: string): Buffer;
}

export interface SealingKey {
  id: string;
  key: Buffer;
}

/** The key that sealed something is not here. */
export class SealedElsewhere extends Error {
  constructor() {
    super("a secret was sealed with a key that is not here: was CLANHALL_SECRET changed?");
  }
}

/** Key id, nonce, tag, then the sealed text. */
const at = { nonce: 8, tag: 20, text: 36 };

/** The first key seals, all of them open. */
export function createSecrets(keys: [SealingKey, ...SealingKey[]]): Secrets {
  const [current] = keys;
  const derive = createDerivedKeys();
  const tryOpen = (sealed: Buffer, purpose: string): string | null => {
    const id = idOf(sealed);
    const key = keys.find((known) => known.id === id);
    if (!key) return null;
    const decipher = createDecipheriv("aes-256-gcm", derive(key, `seal ${purpose}`), sealed.subarray(at.nonce, at.tag));
    decipher.setAuthTag(sealed.subarray(at.tag, at.text));
    return Buffer.concat([decipher.update(sealed.subarray(at.text)), decipher.final()]).toString("utf8");
  };
  return {
    tryOpen,
    seal(text, purpose) {
      const nonce = randomBytes(at.tag - at.nonce);
      const cipher = createCipheriv("aes-256-gcm", derive(current, `seal ${purpose}`), nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from(current.id, "hex"), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, purpose) {
      const text = tryOpen(sealed, purpose);
      if (text === null) throw new SealedElsewhere();
      return text;
    },
    digest: (text, purpose) =>
      createHmac("sha256", derive(current, `digest ${purpose}`))
        .update(text)
        .digest(),
  };
}

/** The id of the key that sealed it. */
export function idOf(sealed: Buffer): string {
  return sealed.toString("hex", 0, at.nonce);
}

/** The key of a text such as CLANHALL_SECRET. */
export function toSealingKey(text: string): SealingKey {
  const key = createHash("sha256").update(text).digest();
  // Known by the start of its hash, so that every instance names it alike.
  return { id: createHash("sha256").update("id").update(key).digest("hex").slice(0, 16), key };
}

/** Most purposes are a few words of ours; some name a factor, and those are not kept for ever. */
const mostKept = 200;

/** Keys of purposes are worked out once: a list of links takes one of them for each. */
function createDerivedKeys() {
  const known = new Map<string, KeyObject>();
  return ({ id, key }: SealingKey, use: string): KeyObject => {
    const name = `${id} ${use}`;
    const found = known.get(name) ?? createSecretKey(Buffer.from(hkdfSync("sha256", key, "", use, 32)));
    if (known.size >= mostKept) known.clear();
    known.set(name, found);
    return found;
  };
}
