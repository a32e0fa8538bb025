import type { Transaction } from "kysely";
import { deleteApiTokensOf } from "../../../access/api-tokens.queries.ts";
import type { Tables } from "../../../db/tables.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import { AuthError } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { insertUser, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { findUserRefusal } from "../user-refusal.ts";
import { type ExternalAccount, toIdentityData } from "./external-account.ts";
import { composeLinkedMail, composeTakenOverMail } from "./external-mails.ts";
import { renewProviders } from "./identity-list.ts";
import { deleteWaysIn, lockOwner, lockUserByEmail, putIdentity } from "./queries.ts";

type Tx = Transaction<Tables>;

/** Whose account it is: the one it was linked to, else the one with the address that the provider has verified. */
export async function findOrAddUser(auth: AuthService, tx: Tx, account: ExternalAccount, client: Client) {
  const owner = await lockOwner(tx, account);
  if (owner) {
    requireAllowed(owner);
    if (isProvedBy(account, owner)) await takeOver(auth, tx, { user: owner, account, client });
    await putIdentity(tx, toIdentity(owner.id, account));
    return owner.id;
  }
  const email = requireVerifiedEmail(account);
  const user = await lockUserByEmail(tx, email);
  if (user) return linkByEmail(auth, tx, { user, account, client });
  if (!auth.settings.signUp) throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  const added = await addUser(tx, email, account, client);
  if (added) return added.id;
  // Somebody got the address a moment ago: the same person in another tab, most likely.
  const other = await lockUserByEmail(tx, email);
  if (!other) throw new AuthError(422, "user_already_exists", "User already registered");
  return linkByEmail(auth, tx, { user: other, account, client });
}

/** Also where nobody has the address: an account with it would later be believed to be its owner's. */
function requireVerifiedEmail({ email, isEmailVerified }: ExternalAccount): string {
  if (email && isEmailVerified) return email;
  const message = "The provider has not verified your email address. Verify it there first, then sign in again.";
  throw new AuthError(422, "provider_email_needs_verification", message);
}

function requireAllowed(user: UserRow): void {
  const refusal = findUserRefusal(user);
  if (refusal) throw refusal;
}

async function linkByEmail(
  auth: AuthService,
  tx: Tx,
  { user, account, client }: { user: UserRow; account: ExternalAccount; client: Client },
): Promise<string> {
  requireAllowed(user);
  const isTakenOver = isProvedBy(account, user);
  if (isTakenOver) await takeOver(auth, tx, { user, account, client });
  const identity = await putIdentity(tx, toIdentity(user.id, account));
  if (!identity) throw identityTaken();
  await renewProviders(tx, user.id);
  await recordAuthAudit(tx, client, {
    action: "identity_linked",
    userId: user.id,
    traits: { provider: account.provider },
  });
  if (user.email && !isTakenOver) {
    await queueMail(tx, auth.secrets, { to: user.email, ...composeLinkedMail(auth, account.provider) });
  }
  return user.id;
}

/** Whether this is the first proof of whose address it is. */
function isProvedBy({ email, isEmailVerified }: ExternalAccount, user: UserRow): boolean {
  const isUnproved = !user.email_confirmed_at || user.email_confirmed_by === "auto";
  return isUnproved && isEmailVerified && email !== null && email === user.email?.toLowerCase();
}

/** Whoever made the account never proved that the address is theirs. Now its owner is here, and every other way in ends. */
async function takeOver(
  auth: AuthService,
  tx: Tx,
  { user, account, client }: { user: UserRow; account: ExternalAccount; client: Client },
): Promise<void> {
  await deleteWaysIn(tx, user.id);
  await deleteApiTokensOf(tx, user.id);
  await updateUser(tx, user.id, {
    password_hash: null,
    email_confirmed_at: new Date(),
    email_confirmed_by: "provider",
    new_email: null,
    email_change_agreed: null,
    deletes_at: null,
    // Of an account that was in use the owner may choose what to keep; one that was never confirmed is new to them.
    ...(!user.email_confirmed_at && toNames(account.name)),
  });
  const traits = { change: "taken_over", provider: account.provider };
  await recordAuthAudit(tx, client, { action: "user_modified", userId: user.id, traits });
  if (user.email && user.email_confirmed_at) {
    await queueMail(tx, auth.secrets, { to: user.email, ...composeTakenOverMail(auth, account.provider) });
  }
}

async function addUser(tx: Tx, email: string, account: ExternalAccount, client: Client): Promise<UserRow | null> {
  const { provider, name } = account;
  const user = await insertUser(tx, {
    email,
    email_confirmed_at: new Date(),
    email_confirmed_by: "provider",
    app_metadata: JSON.stringify({ provider, providers: [provider] }),
    ...toNames(name),
  });
  if (!user) return null;
  if (!(await putIdentity(tx, toIdentity(user.id, account)))) throw identityTaken();
  await recordAuthAudit(tx, client, { action: "user_signedup", userId: user.id, traits: { provider } });
  return user;
}

/** Taken over once: later sign-ins leave the names alone that people chose for themselves. */
function toNames(name: string) {
  return { display_name: name, user_metadata: JSON.stringify(name ? { display_name: name } : {}) };
}

export function toIdentity(userId: string, account: ExternalAccount) {
  const { provider, subject } = account;
  return { user_id: userId, provider, subject, identity_data: toIdentityData(account) };
}

export function identityTaken(): AuthError {
  return new AuthError(422, "identity_already_exists", "Identity is already linked to another user");
}
