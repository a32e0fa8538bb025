import { readFile } from "node:fs/promises";
import { z } from "zod";
import { StartError } from "../db/start-error.ts";
import { openKey, type SigningKey, toPublicJwk } from "./signing-key.ts";

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
