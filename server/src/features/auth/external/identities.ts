import type { Transaction } from "kysely";
import type { Caller } from "../../../access/caller.ts";
import { isSessionOver } from "../../../access/session-life.ts";
import type { Tables } from "../../../db/tables.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import { AuthError, validationFailed } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { listIdentities, lockUser, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { lockSession, type SessionRow } from "../sessions.queries.ts";
import { findUserRefusal, sessionGone } from "../user-refusal.ts";
import type { ExternalAccount } from "./external-account.ts";
import { composeLinkedMail, composeUnlinkedMail } from "./external-mails.ts";
import { renewProviders } from "./identity-list.ts";
import { deleteFlowsOf, deleteIdentity, putIdentity } from "./queries.ts";
import { identityTaken, toIdentity } from "./users.ts";

type Tx = Transaction<Tables>;

/** Only somebody who has signed in lately changes the ways into their account. */
export function requireLinking({ settings }: AuthService, caller: Caller): void {
  if (!settings.manualLinking) throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  requireFreshProof(caller);
}

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
  const refusal = findUserRefusal(user);
  if (refusal) throw refusal;
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

/** Takes a way in away; the password goes with the e-mail identity. The last one stays. */
export function unlinkIdentity(auth: AuthService, { userId }: Caller, identityId: string, client: Client) {
  return auth.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    const identities = await listIdentities(tx, userId);
    const identity = identities.find(({ id }) => id === identityId);
    if (!user || !identity) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
    const others = identities.filter(({ id }) => id !== identityId);
    if (!hasWayIn(user, identity.provider, others)) {
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

/** An e-mail identity without a password lets nobody in. */
function hasWayIn(user: UserRow, removed: string, others: { provider: string }[]): boolean {
  const hasPassword = user.password_hash !== null && removed !== "email";
  return hasPassword || others.some(({ provider }) => provider !== "email");
}
