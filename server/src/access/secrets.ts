import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Db } from "../db/tables.ts";
import { insertFirstSealingKey, listSealingKeys } from "./sealing-keys.queries.ts";

/** Keeps what must not be read from a copy of the database. A purpose keeps one use from passing for another. */
export interface Secrets {
  seal(text: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
  /** For short codes that are only ever compared: without the key nobody can try them all. */
  digest(text: string, purpose: string): Buffer;
}

interface SealingKey {
  id: string;
  key: Buffer;
}

/** Key id, nonce, tag, then the sealed text. */
const at = { nonce: 8, tag: 20, text: 36 };

/** Seals with CLANHALL_SECRET when there is one, else with a key of the database; opens with either. */
export async function openSecrets(db: Db, secret: string | null): Promise<Secrets> {
  const stored = await listSealingKeys(db);
  if (!secret && stored.length === 0) {
    await insertFirstSealingKey(db, toKey(randomBytes(32)));
    return openSecrets(db, secret);
  }
  const [current, ...others] = secret ? [toKey(createHash("sha256").update(secret).digest()), ...stored] : stored;
  if (!current) throw new Error("there is no key to seal with");
  return createSecrets(current, [current, ...others]);
}

function createSecrets(current: SealingKey, all: SealingKey[]): Secrets {
  return {
    seal(text, purpose) {
      const nonce = randomBytes(at.tag - at.nonce);
      const cipher = createCipheriv("aes-256-gcm", derive(current, `seal ${purpose}`), nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from(current.id, "hex"), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, purpose) {
      const id = sealed.toString("hex", 0, at.nonce);
      const key = all.find((known) => known.id === id);
      if (!key) throw new Error("a secret was sealed with a key that is not here: was CLANHALL_SECRET changed?");
      const decipher = createDecipheriv(
        "aes-256-gcm",
        derive(key, `seal ${purpose}`),
        sealed.subarray(at.nonce, at.tag),
      );
      decipher.setAuthTag(sealed.subarray(at.tag, at.text));
      return Buffer.concat([decipher.update(sealed.subarray(at.text)), decipher.final()]).toString("utf8");
    },
    digest: (text, purpose) =>
      createHmac("sha256", derive(current, `digest ${purpose}`))
        .update(text)
        .digest(),
  };
}

/** A key is known by the start of its hash, so that two instances name it alike. */
function toKey(key: Buffer): SealingKey {
  return { id: createHash("sha256").update("id").update(key).digest("hex").slice(0, 16), key };
}

function derive({ key }: SealingKey, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", use, 32));
}
