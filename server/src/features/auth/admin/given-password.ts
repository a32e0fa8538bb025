import { AuthError, validationFailed } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { requireGoodPassword } from "../password-rules.ts";
import { hashPassword, verifyPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";

interface GivenPassword {
  password?: string | undefined;
  password_hash?: string | undefined;
}

/** What one sign-in may cost at most: 256 MiB and ten rounds. */
const costliest = { m: 262_144, t: 10, p: 16 };

/** The hash to keep, out of a new password or of one that was hashed elsewhere; null when neither is given. */
export async function findGivenHash(
  auth: AuthService,
  { password, password_hash: hash }: GivenPassword,
  ownWords: string[],
  { network }: Client,
): Promise<string | null> {
  if (password !== undefined && hash !== undefined) {
    throw validationFailed("Only a password or a password hash should be specified");
  }
  if (hash !== undefined) return toKnownHash(hash, network);
  if (password === undefined) return null;
  await requireGoodPassword(auth, { password, ownWords, account: network });
  return hashPassword(password, network);
}

/** Tried once, because one that cannot be checked would fail at every sign-in. */
async function toKnownHash(hash: string, network: string): Promise<string> {
  const refusal = validationFailed("password_hash must be an argon2id hash in PHC format");
  const cost = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[\w+/]{11,100}\$[\w+/]{22,200}$/.exec(hash);
  const [, m, t, p] = cost?.map(Number) ?? [];
  if (m === undefined || t === undefined || p === undefined) throw refusal;
  if (m > costliest.m || t > costliest.t || p > costliest.p) throw refusal;
  try {
    await verifyPassword(hash, "", network);
  } catch (error) {
    throw error instanceof AuthError ? error : refusal;
  }
  return hash;
}
