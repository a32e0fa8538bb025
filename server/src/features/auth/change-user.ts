import type { z } from "zod";
import { clock } from "../../db/clock.ts";
import type { Caller } from "../../access/actor.ts";
import { deleteApiTokensOf } from "../../access/queries.ts";
import type { AuthMethod } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { cancelEmailChange, moveToEmail, startEmailChange } from "./email/change-address.ts";
import { deleteOneTimeTokensOf } from "./email/queries.ts";
import { type Return, toReturn, type Tx } from "./email/send.ts";
import { composePasswordChanged } from "./email/templates.ts";
import { requireReauthenticationCode } from "./email/tokens.ts";
import { deleteOtherMethods } from "./external/queries.ts";
import { renewProviders } from "./external/users.ts";
import { AuthError, type Client, parseAuthInput, validationFailed } from "./http.ts";
import { metadata, toDisplayName, type userUpdate } from "./inputs.ts";
import { hashPassword, requireAllowedLength, requireStrength, toUserInputs, verifyPassword } from "./passwords.ts";
import {
  endOtherSessions,
  findOtherHolder,
  getUser,
  lockUserWithHash,
  recordAuthAudit,
  updateUser,
  type UserRow,
} from "./queries.ts";
import type { AuthService } from "./service.ts";
import { freshForMs, requireRecentConfirmation } from "./sessions.ts";
import { loadUserAnswer } from "./user-answer.ts";

type Change = z.output<typeof userUpdate>;

/** Ways to sign in after which somebody may choose a new password without the old one, for a while. */
const mailMethods = new Set<AuthMethod["method"]>(["recovery", "otp", "magiclink", "invite"]);
const mailCountsForSeconds = 15 * 60;

export async function changeUser(
  auth: AuthService,
  caller: Caller,
  change: Change,
  redirectTo: string | undefined,
  client: Client,
) {
  const { db } = auth;
  if (change.phone) throw new AuthError(400, "phone_provider_disabled", "Phone numbers are disabled");
  const back = toReturn(change, redirectTo);
  const user = await getUser(db, caller.userId);
  const newEmail = change.email !== undefined && change.email !== user.email ? change.email : null;
  if (newEmail) await auth.limits.takeFrom("email_change", caller.userId);
  await requireRight(auth, { caller, user, change, newEmail }, client);
  const passwordHash = change.password === undefined ? null : await hashPassword(change.password, client.network);
  if (newEmail) await takeChangeMails(auth, user, newEmail, client);

  await db.transaction().execute(async (tx) => {
    const before = await lockUserWithHash(tx, user.id, user.password_hash);
    if (!before) throw new AuthError(409, "conflict", "The user was changed at the same moment. Please try again.");
    if (change.data) await mergeData(tx, before, change.data);
    if (passwordHash) await setPassword(tx, auth, { before, passwordHash, caller }, client);
    if (change.email !== undefined) await changeEmail(tx, auth, { before, newEmail, back });
    const traits = newEmail ? { change: "email" } : {};
    if (!passwordHash || newEmail)
      await recordAuthAudit(tx, client, { action: "user_modified", userId: user.id, traits });
  });
  return loadUserAnswer(db, user.id);
}

interface CheckedChange {
  caller: Caller;
  user: UserRow;
  change: Change;
  newEmail: string | null;
}

/** How somebody signs in changes only after they have proved who they are. */
async function requireRight(auth: AuthService, checked: CheckedChange, client: Client): Promise<void> {
  const { user, change, newEmail } = checked;
  const { password } = change;
  if (password === undefined && !newEmail) return;
  const email = user.email ?? newEmail;
  if (password !== undefined && !email) throw validationFailed("A password needs an email address to sign in with");
  if (password !== undefined) requireAllowedLength(auth, password);
  const isProved = await hasProved(auth, checked, client);
  if (password !== undefined) {
    const userInputs = toUserInputs(email ?? "", user.display_name);
    await requireStrength(auth, { password, userInputs, account: user.id });
  }
  // A code is used up by being right, so that it is tried when nothing else can be wrong.
  if (!isProved) await requireReauthenticationCode(auth, user, change.nonce ?? "", client);
  // Only now, or anybody at an open browser could try passwords here.
  if (password !== undefined && (await verifyPassword(user.password_hash, password, client.network))) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
}

/** By the password or by a recent sign-in; false when a mailed code has still to be tried. */
async function hasProved(auth: AuthService, checked: CheckedChange, client: Client): Promise<boolean> {
  const { caller, user, change, newEmail } = checked;
  if (await hasProvedByPassword(auth, checked, client)) return true;
  if (change.nonce) return false;
  const isByMail = isSignedInByMail(caller);
  if (change.password !== undefined && user.password_hash && !isByMail && !hasUsedPasskey(caller)) {
    throw new AuthError(400, "current_password_required", "Current password required when setting new password");
  }
  if (newEmail || !isByMail) requireRecentConfirmation(caller);
  return true;
}

/** Guesses count like tries to sign in. */
async function hasProvedByPassword({ db, limits }: AuthService, { user, change }: CheckedChange, client: Client) {
  const { current_password: current } = change;
  if (current === undefined || !user.password_hash) return false;
  const turn = await limits.takeLogin({ email: user.email ?? "", userId: user.id, isKnownNetwork: true }, client);
  if (!(await verifyPassword(user.password_hash, current, client.network))) {
    const action = change.password === undefined ? "user_modified" : "user_updated_password";
    await recordAuthAudit(db, client, { action, outcome: "failure", userId: user.id });
    throw new AuthError(400, "current_password_invalid", "Current password is not valid");
  }
  await turn.giveBack();
  return true;
}

function isSignedInByMail({ amr }: Caller): boolean {
  const now = clock.now();
  const since = now / 1000 - mailCountsForSeconds;
  return amr.some(({ method, timestamp }) => mailMethods.has(method) && timestamp >= since);
}

/** A passkey has proved more than a password: whoever has just used one may choose a new password. */
function hasUsedPasskey({ amr }: Caller): boolean {
  const now = clock.now();
  const since = (now - freshForMs) / 1000;
  return amr.some(({ method, timestamp }) => method === "passkey" && timestamp >= since);
}

async function takeChangeMails(auth: AuthService, { email }: UserRow, newEmail: string, client: Client) {
  const { limits, settings } = auth;
  await limits.takeMail(newEmail, "email_change", client);
  if (email && !settings.autoconfirm) await limits.takeMail(email, "email_change", client);
}

interface NewPassword {
  before: UserRow;
  passwordHash: string;
  caller: Caller;
}

/** Ends every other session and every open link; the owner gets a mail. */
async function setPassword(tx: Tx, auth: AuthService, { before, passwordHash, caller }: NewPassword, client: Client) {
  const { id, email } = before;
  await updateUser(tx, id, { password_hash: passwordHash });
  await cancelEmailChange(tx, id);
  await deleteOneTimeTokensOf(tx, id);
  await endOtherSessions(tx, id, caller.sessionId);
  const removed = isProvedByMail(before, caller) ? await proveByMail(tx, auth, caller) : null;
  if (email) await queueMail(tx, auth.secrets, { to: email, ...composePasswordChanged(auth.publicUrl, removed) });
  await recordAuthAudit(tx, client, { action: "user_updated_password", userId: id });
}

/** By a mail to this address: one that let somebody in before the account had it went to another. */
function isProvedByMail({ email_confirmed_by: by, email_confirmed_at: since }: UserRow, caller: Caller): boolean {
  return by === "auto" && since !== null && caller.signedInAt > since && isSignedInByMail(caller);
}

/**
 * The first proof that the address is theirs: whoever used the account before may have been somebody else. What that one
 * could come back by ends, unless a second factor of the account was proved too. Returns what has ended.
 */
async function proveByMail(tx: Tx, { endLinks }: AuthService, { userId, aal }: Caller): Promise<string> {
  await updateUser(tx, userId, { email_confirmed_by: "mail" });
  await deleteApiTokensOf(tx, userId);
  if (aal === "aal2") return "API tokens";
  await deleteOtherMethods(tx, userId);
  await endLinks(tx, userId);
  await renewProviders(tx, userId);
  return "passkeys, connected accounts and API tokens";
}

interface NewAddress {
  before: UserRow;
  /** Null for the address the account has, which cancels a change. */
  newEmail: string | null;
  back: Return;
}

/** An address that somebody has stays where it is: the change waits for an agreement that never comes. */
async function changeEmail(tx: Tx, auth: AuthService, { before, newEmail, back }: NewAddress): Promise<void> {
  if (!newEmail) return cancelEmailChange(tx, before.id);
  const isFree = !(await findOtherHolder(tx, newEmail, before.id));
  if (auth.settings.autoconfirm && isFree) return moveToEmail(tx, auth, before, { email: newEmail, by: "auto" });
  return startEmailChange(tx, auth, before, newEmail, back);
}

/** Keys replace keys, and null takes one away. */
async function mergeData(tx: Db, { id, user_metadata: before }: UserRow, data: Record<string, unknown>): Promise<void> {
  const merged = Object.fromEntries(Object.entries({ ...before, ...data }).filter(([, value]) => value !== null));
  const user_metadata = JSON.stringify(parseAuthInput(metadata, merged));
  const name = "display_name" in data ? { display_name: toDisplayName(data) } : {};
  await updateUser(tx, id, { user_metadata, ...name });
}
