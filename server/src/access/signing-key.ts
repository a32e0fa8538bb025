import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";

const algorithms = ["ES256", "RS256"] as const;
type Algorithm = (typeof algorithms)[number];

/** A key as it is kept: one JWK to sign with and one to show to everybody. */
export interface StoredKey {
  privateJwk: JWK;
  publicJwk: JWK;
  /** Before this time the key only verifies; null when it never signs. */
  signsFrom: Date | null;
}

export interface SigningKey {
  kid: string;
  alg: Algorithm;
  signsFrom: Date | null;
  publicJwk: JWK;
  verifier: CryptoKey;
  signer: CryptoKey;
}

export async function createStoredKey(): Promise<Omit<StoredKey, "signsFrom"> & { kid: string }> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    privateJwk: { ...(await exportJWK(privateKey)), kid, alg: "ES256" },
    publicJwk: toPublicJwk(publicJwk, kid, "ES256"),
  };
}

/** The public members and nothing else, so that no private one can slip into the published list. */
export function toPublicJwk(jwk: JWK, kid: string, alg: string): JWK {
  const { kty, crv, x, y, n, e } = jwk;
  const members = kty === "EC" ? { kty, crv, x, y } : { kty, n, e };
  return { ...members, kid, alg, use: "sig", key_ops: ["verify"] } as JWK;
}

/** Makes a kept key usable. The key's own algorithm is the only one it verifies, whatever a token claims. */
export async function openKey({ privateJwk, publicJwk, signsFrom }: StoredKey): Promise<SigningKey> {
  const alg = algorithms.find((name) => name === publicJwk.alg);
  const { kid } = publicJwk;
  if (!alg || !kid) throw new Error("a signing key needs a kid and the algorithm ES256 or RS256");
  const [signer, verifier] = await Promise.all([
    importJWK({ ...privateJwk, key_ops: ["sign"] }, alg),
    importJWK(publicJwk, alg),
  ]);
  if (signer instanceof Uint8Array || verifier instanceof Uint8Array)
    throw new Error(`the key ${kid} is not a key pair`);
  return { kid, alg, signsFrom, publicJwk, signer, verifier };
}
