import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { clock, currentTime } from "../../../db/clock.ts";
import type { Secrets } from "../../../access/secrets.ts";
import { createToken, hashToken } from "../../../access/tokens.ts";
import type { EmailProof, OneTimeTokenKind } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import { AuthError, type Client } from "../http.ts";
import { toDisplayName } from "../inputs.ts";
import { recordAuthAudit, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import {
  countCodeTry,
  deleteOneTimeToken,
  deleteOneTimeTokensOf,
  listSignUps,
  type OneTimeToken,
  putOneTimeToken,
} from "./queries.ts";

const codeSeconds = 15 * 60;
const mostTries = 5;
const day = 24 * 60 * 60;
/** A day unless it says otherwise; a reauthentication is a code alone. */
const linkSeconds: Partial<Record<OneTimeTokenKind, number>> = { recovery: 60 * 60, reauthentication: codeSeconds };

/** Where an account remembers when it was last written to. */
const stamps = {
  signup: "confirmation_sent_at",
  invite: "invited_at",
  recovery: "recovery_sent_at",
  magiclink: "recovery_sent_at",
  email_change_current: "email_change_sent_at",
  email_change_new: "email_change_sent_at",
  reauthentication: "reauthentication_sent_at",
} as const satisfies Record<OneTimeTokenKind, string>;

interface Purpose {
  userId: string;
  kind: OneTimeTokenKind;
  /** Where both will be sent. */
  email: string;
  codeChallenge?: string | null;
  /** What counts once the link or the code is used. */
  signUp?: SignUp | null | undefined;
}

export interface Issued {
  linkToken: string;
  code: string;
  /** When the link ends; the code may end sooner. */
  endsAt: Date;
}

/** A link that cannot be guessed, and a short code beside it for whoever reads mail on another device. */
export async function issueOneTimeToken(
  tx: Db,
  secrets: Secrets,
  { userId, kind, email, codeChallenge = null, signUp = null }: Purpose,
): Promise<Issued> {
  const linkToken = createToken();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await updateUser(tx, userId, { [stamps[kind]]: currentTime() });
  const token = {
    user_id: userId,
    kind,
    email: email.toLowerCase(),
    link_hash: hashToken(linkToken),
    code_hash: digestCode(secrets, code, userId, kind),
    code_challenge: codeChallenge,
    password_hash: signUp?.passwordHash ?? null,
    user_metadata: signUp?.data ?? null,
  };
  const seconds = linkSeconds[kind] ?? day;
  await putOneTimeToken(tx, token, { codeSeconds, linkSeconds: seconds });
  return { linkToken, code, endsAt: new Date(clock.now() + seconds * 1000) };
}

/** A sign-up with an address that has an account: nobody gets its link or its code, and nothing could match them. */
export async function storeUnusableSignUp(
  tx: Db,
  { userId, email, passwordHash }: { userId: string; email: string; passwordHash: string | null },
): Promise<void> {
  const [link_hash, code_hash] = [randomBytes(32), randomBytes(32)];
  const token = { user_id: userId, kind: "signup" as const, email, link_hash, code_hash, password_hash: passwordHash };
  await putOneTimeToken(tx, token, { codeSeconds: 0, linkSeconds: day });
}

interface TypedCode {
  email: string;
  kinds: OneTimeTokenKind[];
  code: string;
}

/** Counts the try before the check, outside of any transaction: an error must not undo the count. */
export async function tryCode({ db, secrets }: Pick<AuthService, "db" | "secrets">, { email, kinds, code }: TypedCode) {
  const candidates = await countCodeTry(db, { email, kinds, most: mostTries });
  const token = candidates.find(({ user_id, kind, code_hash }) =>
    timingSafeEqual(code_hash, digestCode(secrets, code, user_id, kind)),
  );
  return { token: token ?? null, triedUserId: candidates[0]?.user_id ?? null };
}

/** Six digits alone could be tried out by whoever has a copy of the database; the key is not in it. */
function digestCode(secrets: Secrets, code: string, userId: OneTimeToken["user_id"], kind: OneTimeTokenKind): Buffer {
  return secrets.digest(`${code} ${userId} ${kind}`, "one-time code");
}

/** Uses up the code that GET /reauthenticate mailed; throws when it is not right. */
export async function requireReauthenticationCode(
  auth: Pick<AuthService, "db" | "secrets" | "limits">,
  user: Pick<UserRow, "id" | "email">,
  code: string,
  client: Client,
): Promise<void> {
  const email = user.email?.toLowerCase() ?? "";
  await auth.limits.takeCode(email, "reauthentication", client);
  const { token } = await tryCode(auth, { email, kinds: ["reauthentication"], code: code.trim() });
  const isRight = token?.user_id === user.id && (await deleteOneTimeToken(auth.db, token));
  const outcome = isRight ? "success" : "failure";
  const traits = { method: "reauthentication" };
  await recordAuthAudit(auth.db, client, { action: "verification_attempted", outcome, userId: user.id, traits });
  if (!isRight) throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}

/** What somebody chose when they signed up. It belongs to the mail of that sign-up until the address is confirmed. */
export interface SignUp {
  passwordHash: string | null;
  data: Record<string, unknown>;
}

/**
 * The sign-up that waits for the address, if it is the only one. Of several, it is unknown which one is the
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
    email_confirmed_at: currentTime(),
    email_confirmed_by: by,
    user_metadata: JSON.stringify({ ...user.user_metadata, ...data }),
    ...("display_name" in data && { display_name: toDisplayName(data) }),
    ...(passwordHash && { password_hash: passwordHash }),
  });
  await deleteOneTimeTokensOf(tx, user.id);
}
