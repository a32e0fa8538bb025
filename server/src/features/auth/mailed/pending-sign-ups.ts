import type { EmailProof } from "../../../db/account-tables.ts";
import type { Db } from "../../../db/tables.ts";
import { toDisplayName } from "../display-name.ts";
import { updateUser, type UserRow } from "../queries.ts";
import { deleteOneTimeTokensOf, listSignUps, type OneTimeToken } from "./queries.ts";

/** What somebody chose when they signed up. It belongs to the mail of that sign-up until the address is confirmed. */
export interface SignUp {
  passwordHash: string | null;
  data: Record<string, unknown>;
}

/**
 * The sign-up that waits for the address, if it is the only one. Of several, nobody can tell which one is the
 * owner's: then only the link in its own mail applies it.
 */
export async function findOnlySignUp(db: Db, userId: string): Promise<SignUp | null> {
  const [only, ...others] = await listSignUps(db, userId);
  return only && others.length === 0 ? toSignUp(only) : null;
}

export function toSignUp({ password_hash: passwordHash, user_metadata }: OneTimeToken): SignUp {
  return { passwordHash, data: user_metadata ?? {} };
}

/** Makes the account the confirmed one of whoever signed up like this; all other mails to it end. */
export async function confirmSignUp(
  tx: Db,
  user: UserRow,
  { signUp, by }: { signUp: SignUp | null; by: EmailProof },
): Promise<void> {
  const { passwordHash = null, data = {} } = signUp ?? {};
  await updateUser(tx, user.id, {
    email_confirmed_at: new Date(),
    email_confirmed_by: by,
    user_metadata: JSON.stringify({ ...user.user_metadata, ...data }),
    ...("display_name" in data && { display_name: toDisplayName(data) }),
    ...(passwordHash && { password_hash: passwordHash }),
  });
  await deleteOneTimeTokensOf(tx, user.id);
}
