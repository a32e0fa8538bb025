import { createHash, randomBytes } from "node:crypto";

/** Nobody can guess it, however often they try. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: whoever reads it there cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
