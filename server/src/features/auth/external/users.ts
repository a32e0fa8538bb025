import { pages, productName } from "@clanhall/contract/pages";
import { currentTime } from "../../../db/clock.ts";
import { deleteApiTokensOf } from "../../../access/queries.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { AuthError, type Client, findUserError } from "../http.ts";
import { getUser, insertUser, listIdentities, recordAuthAudit, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { type ExternalAccount, toIdentityData } from "./providers.ts";
import { deleteSignInMethods, lockOwner, lockUserByEmail, putIdentity } from "./queries.ts";

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
  const error = findUserError(user);
  if (error) throw error;
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

/** Whoever made the account never proved that the address is theirs. Now its owner is here, and every other sign-in method ends. */
async function takeOver(
  auth: AuthService,
  tx: Tx,
  { user, account, client }: { user: UserRow; account: ExternalAccount; client: Client },
): Promise<void> {
  await deleteSignInMethods(tx, user.id);
  await deleteApiTokensOf(tx, user.id);
  await auth.endLinks(tx, user.id);
  await updateUser(tx, user.id, {
    password_hash: null,
    email_confirmed_at: currentTime(),
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
    email_confirmed_at: currentTime(),
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

type Parts = Pick<AuthService, "settings" | "publicUrl">;

export function composeLinkedMail(parts: Parts, provider: string): MailMessage {
  const name = toName(parts, provider);
  return composeMail({
    subject: `${name} can now be used to sign in to ${productName}`,
    title: "A new way to sign in",
    paragraphs: [`Your ${productName} account is now connected with ${name}, and you can sign in with it.`],
    ...toAdvice(parts),
  });
}

export function composeUnlinkedMail(parts: Parts, provider: string): MailMessage {
  const name = toName(parts, provider);
  return composeMail({
    subject: `${name} can no longer be used to sign in to ${productName}`,
    title: "A way to sign in was removed",
    paragraphs: [`Your ${productName} account is no longer connected with ${name}.`],
    ...toAdvice(parts),
  });
}

/** To the owner of an address that somebody used without ever proving that it is theirs. */
function composeTakenOverMail(parts: Parts, provider: string): MailMessage {
  const name = toName(parts, provider);
  return composeMail({
    subject: `Your ${productName} account is now secured`,
    title: "Your account is now secured",
    paragraphs: [
      `You signed in with ${name}. Until now nobody had confirmed the address of this account, so every other way to sign in has been removed: the password, all other sessions, two-factor authentication and API tokens.`,
      `From now on you sign in with ${name}. If the account had a password of yours, you can set a new one in Account.`,
      "If you find content that is not yours, someone else signed up with your address before you did.",
    ],
    action: { label: "Open my account", url: `${parts.publicUrl}${pages.account.path}` },
    reason: "We send this mail after every change to how you sign in, for your safety.",
  });
}

function toName({ settings }: Parts, provider: string): string {
  if (provider === "email") return "Your password";
  return settings.providers.find(({ key }) => key === provider)?.name ?? provider;
}

function toAdvice({ publicUrl }: Parts) {
  return {
    action: { label: `Open ${productName}`, url: `${publicUrl}/` },
    reason:
      "You get this mail because the ways to sign in to your account have changed. If this was not you, sign in, end all other sessions and choose a new password.",
  };
}

/** Keeps the list of providers that travels in the user's tokens; the one they came with first stays named. */
export async function renewProviders(tx: Db, userId: string): Promise<void> {
  const [user, identities] = [await getUser(tx, userId), await listIdentities(tx, userId)];
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const first = user.app_metadata["provider"];
  const provider = providers.find((name) => name === first) ?? providers[0] ?? "email";
  await updateUser(tx, userId, { app_metadata: JSON.stringify({ ...user.app_metadata, provider, providers }) });
}
