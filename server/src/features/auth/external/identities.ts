import type { z } from "zod";
import { type Caller, isSessionOver } from "../../../access/actor.ts";
import type { Tx } from "../../../db/tables.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { AuthError, type Client, findUserError, sessionGone, validationFailed } from "../http.ts";
import type { idTokenGrant } from "../inputs.ts";
import {
  listIdentities,
  lockSession,
  lockUser,
  recordAuthAudit,
  type SessionRow,
  updateUser,
  type UserRow,
} from "../queries.ts";
import { listPasskeys } from "../passkeys/queries.ts";
import type { AuthService } from "../service.ts";
import { openSession, toSessionAnswer } from "../sessions.ts";
import { callProvider } from "./openid.ts";
import type { ExternalAccount } from "./providers.ts";
import { deleteFlowsOf, deleteIdentity, insertUsedIdToken, putIdentity } from "./queries.ts";
import {
  composeLinkedMail,
  composeUnlinkedMail,
  findOrAddUser,
  identityTaken,
  renewProviders,
  toIdentity,
} from "./users.ts";

interface Linking {
  userId: string;
  sessionId: string;
  account: ExternalAccount;
  client: Client;
}

/** Adds the account to the user who asked for it, if the session they asked with still lives. */
export async function linkToSession(auth: AuthService, tx: Tx, linking: Linking): Promise<SessionRow> {
  const { userId, sessionId, account, client } = linking;
  const user = await lockUser(tx, userId);
  const session = await lockSession(tx, sessionId);
  if (!user || !session || isSessionOver(session, auth.settings, session.now)) throw sessionGone();
  const error = findUserError(user);
  if (error) throw error;
  if (user.is_anonymous) throw validationFailed("A guest has no account to connect with");

  const before = await listIdentities(tx, user.id);
  const identity = await putIdentity(tx, toIdentity(user.id, account));
  if (!identity) throw identityTaken();
  if (before.some(({ id }) => id === identity.id)) return session;
  // Signed in, and now with proof that the address is theirs.
  if (user.email_confirmed_by === "auto" && account.isEmailVerified && account.email === user.email?.toLowerCase()) {
    await updateUser(tx, user.id, { email_confirmed_by: "provider" });
  }
  await renewProviders(tx, user.id);
  await recordAuthAudit(tx, client, {
    action: "identity_linked",
    userId: user.id,
    traits: { provider: account.provider },
  });
  if (user.email) await queueMail(tx, auth.secrets, { to: user.email, ...composeLinkedMail(auth, account.provider) });
  return session;
}

/** Removes a sign-in method; the password goes with the e-mail identity. The last one stays. */
export function unlinkIdentity(auth: AuthService, { userId }: Caller, identityId: string, client: Client) {
  return auth.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    const identities = await listIdentities(tx, userId);
    const identity = identities.find(({ id }) => id === identityId);
    if (!user || !identity) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
    const others = identities.filter(({ id }) => id !== identityId);
    const passkeys = await listPasskeys(tx, userId);
    const hasPasskey = passkeys.some(({ rp_id }) => rp_id === auth.settings.relyingParty?.id);
    if (!hasPasskey && !hasSignInMethod(user, identity.provider, others)) {
      const message = "User must have at least 1 identity after unlinking";
      throw new AuthError(422, "single_identity_not_deletable", message);
    }
    await deleteIdentity(tx, identityId);
    await deleteFlowsOf(tx, userId);
    if (identity.provider === "email") await updateUser(tx, userId, { password_hash: null });
    await renewProviders(tx, userId);
    const traits = { provider: identity.provider };
    await recordAuthAudit(tx, client, { action: "identity_unlinked", userId, traits });
    if (user.email)
      await queueMail(tx, auth.secrets, { to: user.email, ...composeUnlinkedMail(auth, identity.provider) });
    return {};
  });
}

/** An e-mail identity without a password is no sign-in method. */
function hasSignInMethod(user: UserRow, removed: string, others: { provider: string }[]): boolean {
  const hasPassword = user.password_hash !== null && removed !== "email";
  return hasPassword || others.some(({ provider }) => provider !== "email");
}

/** For clients that fetched the proof from the provider by themselves. */
export async function signInWithIdToken(auth: AuthService, body: z.output<typeof idTokenGrant>, client: Client) {
  const provider = auth.providers.find(({ key }) => key === body.provider);
  const readIdToken = provider?.readIdToken;
  if (!provider || !readIdToken) throw new AuthError(400, "provider_disabled", notEnabled(body.provider));
  if (body.link_identity) throw validationFailed("Identities are linked through /user/identities/authorize");
  await auth.limits.takeFrom("authorize", client.network);
  const idToken = await callProvider(auth, provider, () => readIdToken(body.id_token, body.nonce));
  const { account, fingerprint, expiresAt } = idToken;
  const session = await auth.db.transaction().execute(async (tx) => {
    if (!(await insertUsedIdToken(tx, fingerprint, expiresAt))) {
      throw new AuthError(400, "bad_oauth_callback", "The id_token was used before");
    }
    const userId = await findOrAddUser(auth, tx, account, client);
    return openSession(tx, auth, { userId, provider: provider.key, method: "oauth" }, client);
  });
  return toSessionAnswer(auth, session);
}

/** Clients match on the issuer of the provider whose name stands for one. */
function notEnabled(provider: string): string {
  return provider === "google"
    ? 'Provider (issuer "https://accounts.google.com") is not enabled'
    : "Provider is not enabled";
}
