import { AuthError, validationFailed } from "../auth-error.ts";
import { requireGoodPassword } from "../password-rules.ts";
import { hashPassword, isPassword } from "../passwords.ts";

interface GivenPassword {
  password?: string | undefined;
  password_hash?: string | undefined;
}

/** What one sign-in may cost at most: 256 MiB and ten rounds. */
const costliest = { m: 262_144, t: 10, p: 16 };

/** The hash to keep, out of a new password or of one that was hashed elsewhere; null when neither is given. */
export async function findGivenHash(
  { password, password_hash: hash }: GivenPassword,
  shortest: number,
  ownWords: string[],
): Promise<string | null> {
  if (password !== undefined && hash !== undefined) {
    throw validationFailed("Only a password or a password hash should be specified");
  }
  if (hash !== undefined) return toKnownHash(hash);
  if (password === undefined) return null;
  await requireGoodPassword(password, shortest, ownWords);
  return hashPassword(password);
}

/** Tried once, because one that cannot be checked would fail at every sign-in. */
async function toKnownHash(hash: string): Promise<string> {
  const refusal = validationFailed("password_hash must be an argon2id hash in PHC format");
  const cost = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[\w+/]{11,100}\$[\w+/]{22,200}$/.exec(hash);
  const [, m, t, p] = cost?.map(Number) ?? [];
  if (m === undefined || t === undefined || p === undefined) throw refusal;
  if (m > costliest.m || t > costliest.t || p > costliest.p) throw refusal;
  try {
    await isPassword(hash, "");
  } catch (error) {
    throw error instanceof AuthError ? error : refusal;
  }
  return hash;
}
