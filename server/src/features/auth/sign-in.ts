import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import { type Caller, isBanned } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { exchangeAuthCode } from "./auth-codes.ts";
import { signInWithIdToken } from "./external/identities.ts";
import { AuthError, type Client, invalidCredentials, parseAuthInput, validationFailed } from "./http.ts";
import { idTokenGrant, passwordGrant, pkceGrant, refreshGrant } from "./inputs.ts";
import { hashPassword, isWeakerThanToday, verifyPassword } from "./passwords.ts";
import {
  deleteSession,
  endOtherSessions,
  endSessions,
  findAccount,
  lockUserWithHash,
  recordAuthAudit,
  updateUser,
  type UserRow,
} from "./queries.ts";
import type { AuthService } from "./service.ts";
import { openSession, refreshSession, toSessionAnswer } from "./sessions.ts";

/** Nobody learns whether an address has an account: unknown, without password and wrong are one answer for one price. */
async function signInWithPassword(
  auth: AuthService,
  { email, phone, password }: z.output<typeof passwordGrant>,
  client: Client,
) {
  const { db, limits } = auth;
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  if (!email) throw validationFailed("An email address is required");
  const account = await findAccount(db, email, client.network);
  const isKnownNetwork = Boolean(account?.is_known_network);
  const turn = await limits.takeLogin({ email, userId: account?.id ?? null, isKnownNetwork }, client);
  const isRight = await verifyPassword(account?.password_hash ?? null, password, client.network);
  const isPending = !isRight && (await isPendingPassword(account, password, client));
  if (!account || !(isRight || isPending)) {
    await recordAuthAudit(db, client, { action: "login", outcome: "failure", userId: account?.id ?? null });
    throw invalidCredentials();
  }
  await turn.giveBack();

  const error = isPending ? notConfirmed() : findAccountError(account);
  if (error) {
    const traits = { reason: error.code };
    await recordAuthAudit(db, client, { action: "login", outcome: "failure", userId: account.id, traits });
    throw error;
  }
  const strongerHash = await findStrongerHash(account, password, client);
  const session = await db.transaction().execute(async (tx) => {
    // A password that was changed meanwhile has ended all sessions, and this one must not outlive them.
    if (!(await lockUserWithHash(tx, account.id, account.password_hash))) throw invalidCredentials();
    if (strongerHash) await updateUser(tx, account.id, { password_hash: strongerHash });
    return openSession(tx, auth, { userId: account.id, provider: "email", method: "password" }, client);
  });
  return toSessionAnswer(auth, session);
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** A sign-up that was not confirmed yet has a password of its own: whoever knows it learns what is missing. */
async function isPendingPassword(account: Account | null, password: string, { network }: Client): Promise<boolean> {
  for (const hash of account?.pending_hashes ?? []) if (await verifyPassword(hash, password, network)) return true;
  return false;
}

/** Only whoever knows the password learns of it. */
function findAccountError(account: UserRow): AuthError | null {
  if (isBanned(account, currentTime())) return new AuthError(400, "user_banned", "User is banned");
  return account.email_confirmed_at ? null : notConfirmed();
}

function notConfirmed(): AuthError {
  return new AuthError(400, "email_not_confirmed", "Email not confirmed");
}

async function findStrongerHash(
  { password_hash }: UserRow,
  password: string,
  { network }: Client,
): Promise<string | null> {
  return password_hash && isWeakerThanToday(password_hash) ? hashPassword(password, network) : null;
}

type SignOutScope = "global" | "local" | "others";

export function signOut(db: Db, { userId, sessionId }: Caller, scope: SignOutScope, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (scope === "global") await endSessions(tx, userId);
    else if (scope === "local") await deleteSession(tx, sessionId);
    else await endOtherSessions(tx, userId, sessionId);
    await recordAuthAudit(tx, client, { action: "logout", userId, traits: { scope } });
  });
}

/** Each way to get a session takes a body of its own. */
export async function exchangeGrant(auth: AuthService, grantType: string, body: unknown, client: Client) {
  switch (grantType) {
    case "password":
      return signInWithPassword(auth, parseAuthInput(passwordGrant, body), client);
    case "refresh_token":
      return refreshSession(auth, parseAuthInput(refreshGrant, body).refresh_token, client);
    case "pkce": {
      const { auth_code, code_verifier } = parseAuthInput(pkceGrant, body);
      return exchangeAuthCode(auth, auth_code, code_verifier, client);
    }
    case "id_token":
      return signInWithIdToken(auth, parseAuthInput(idTokenGrant, body), client);
    case "web3":
      throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      throw validationFailed("unsupported_grant_type");
  }
}
