import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Secrets } from "./secrets.ts";

const algorithms = ["ES256", "RS256"] as const;
type Algorithm = (typeof algorithms)[number];

/** A key as it is kept: one JWK to sign with and one to show to everybody. */
export interface StoredKey {
  privateJwk: JWK;
  publicJwk: JWK;
  /** Before this time the key only verifies; null when it never signs. */
  signsFrom: Date | null;
  /** Whether the operator brought it, in the file of AUTH_SIGNING_KEYS. */
  isSupplied: boolean;
}

export interface SigningKey {
  kid: string;
  isSupplied: boolean;
  alg: Algorithm;
  signsFrom: Date | null;
  publicJwk: JWK;
  verifier: CryptoKey;
  signer: CryptoKey;
}

/** A new key as a row of the database. */
export async function createStoredKey(secrets: Secrets) {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    sealed_jwk: sealJwk(secrets, { ...(await exportJWK(privateKey)), kid, alg: "ES256" }),
    public_jwk: toPublicJwk(publicJwk, kid, "ES256"),
  };
}

/** The public members and nothing else, so that no private one can slip into the published list. */
export function toPublicJwk(jwk: JWK, kid: string, alg: string): JWK {
  const { kty, crv, x, y, n, e } = jwk;
  const members = kty === "EC" ? { kty, crv, x, y } : { kty, n, e };
  return { ...members, kid, alg, use: "sig", key_ops: ["verify"] } as JWK;
}

const sealedFor = "signing key";

/** As it lies in the database: whoever has a copy of that cannot sign. */
export function sealJwk(secrets: Secrets, privateJwk: JWK): Buffer {
  return secrets.seal(JSON.stringify(privateJwk), sealedFor);
}

export function openJwk(secrets: Secrets, sealed: Buffer): JWK {
  return JSON.parse(secrets.open(sealed, sealedFor)) as JWK;
}

/** Makes a kept key usable. The key's own algorithm is the only one it verifies, whatever a token claims. */
export async function openKey({ privateJwk, publicJwk, signsFrom, isSupplied }: StoredKey): Promise<SigningKey> {
  const alg = algorithms.find((name) => name === publicJwk.alg);
  const { kid } = publicJwk;
  if (!alg || !kid) throw new Error("a signing key needs a kid and the algorithm ES256 or RS256");
  const [signer, verifier] = await Promise.all([
    importJWK({ ...privateJwk, key_ops: ["sign"] }, alg),
    importJWK(publicJwk, alg),
  ]);
  if (signer instanceof Uint8Array || verifier instanceof Uint8Array)
    throw new Error(`the key ${kid} is not a key pair`);
  return { kid, isSupplied, alg, signsFrom, publicJwk, signer, verifier };
}
