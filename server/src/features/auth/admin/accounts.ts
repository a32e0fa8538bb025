import type { z } from "zod";
import { currentTime } from "../../../db/clock.ts";
import type { Db } from "../../../db/tables.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { emailExists, moveToEmail } from "../email/change-address.ts";
import { deleteOneTimeTokensOf, updateEmailIdentity } from "../email/queries.ts";
import type { Tx } from "../email/send.ts";
import { composePasswordChanged } from "../email/templates.ts";
import { confirmSignUp, findOnlySignUp } from "../email/tokens.ts";
import { factorNotFound, removeFactor } from "../factors/enroll.ts";
import { listFactors, lockFactorOwner } from "../factors/queries.ts";
import { AuthError, type Client, parseAuthInput, userNotFound, validationFailed } from "../http.ts";
import { type accountChange, metadata, type newAccount, toDisplayName } from "../inputs.ts";
import { hashPassword, requireGoodPassword, toUserInputs, verifyPassword } from "../passwords.ts";
import { endSessions, getUser, lockUser, recordAuthAudit, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { addUser } from "../sign-up.ts";
import { loadUserAnswer, toFactorAnswer } from "../user-answer.ts";
import { deleteUser, findUser } from "./queries.ts";
import { isReachable, suspend, unsuspend } from "./suspension.ts";

type AccountChange = z.output<typeof accountChange>;
type Data = Record<string, unknown>;

export async function changeAccount(auth: AuthService, userId: string, change: AccountChange, client: Client) {
  const { db } = auth;
  const user = await findUser(db, userId);
  if (!user) throw userNotFound();
  const userInputs = toUserInputs(change.email ?? user.email ?? "", user.display_name);
  const passwordHash = await findGivenHash(auth, change, userInputs, client);
  const until = change.ban_duration === undefined ? undefined : toBannedUntil(change.ban_duration, currentTime());

  await db.transaction().execute(async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before) throw userNotFound();
    await changeAddress(tx, auth, before, change, client);
    await changeData(tx, userId, change, client);
    if (passwordHash) await replacePassword(tx, auth, before, passwordHash, client);
    if (until) await suspend(tx, auth, before, until, client);
    if (until === null) await unsuspend(tx, auth, before, client);
  });
  return loadUserAnswer(db, userId);
}

/** Whoever knew the old password may be signed in anywhere. */
async function replacePassword(tx: Tx, auth: AuthService, user: UserRow, hash: string, client: Client) {
  await updateUser(tx, user.id, { password_hash: hash });
  await endSessions(tx, user.id);
  await deleteOneTimeTokensOf(tx, user.id);
  await recordAuthAudit(tx, client, { action: "user_updated_password", userId: user.id });
  if (isReachable(user))
    await queueMail(tx, auth.secrets, { to: user.email, ...composePasswordChanged(auth.publicUrl, null) });
}

/** A new address counts as confirmed unless the change says otherwise. */
async function changeAddress(tx: Tx, auth: AuthService, before: UserRow, change: AccountChange, client: Client) {
  const { email = before.email, email_confirm: isConfirmed } = change;
  const isNew = email !== null && email !== before.email;
  if (!isNew && isConfirmed === undefined) return;
  if (isNew) await moveToEmail(tx, auth, before, { email, by: "admin" });
  if (isConfirmed !== undefined) await setConfirmed(tx, before, { isConfirmed, isNew });
  const traits = { change: isNew ? "email" : "email_confirm" };
  await recordAuthAudit(tx, client, { action: "user_modified", userId: before.id, traits });
}

/** Whoever has signed up and waits for the confirmation comes in with the password they chose. */
async function setConfirmed(tx: Tx, before: UserRow, { isConfirmed, isNew }: { isConfirmed: boolean; isNew: boolean }) {
  if (!isConfirmed) {
    await updateUser(tx, before.id, { email_confirmed_at: null, email_confirmed_by: null });
    // Others may have signed up with it while it was confirmed.
    await deleteOneTimeTokensOf(tx, before.id, ["signup"]);
  } else if (!isNew && !before.email_confirmed_at) {
    await confirmSignUp(tx, before, { signUp: await findOnlySignUp(tx, before.id), by: "admin" });
  } else if (before.email_confirmed_by === "auto") await updateUser(tx, before.id, { email_confirmed_by: "admin" });
  await updateEmailIdentity(tx, before.id, { email_verified: isConfirmed });
}

async function changeData(tx: Tx, userId: string, { user_metadata, app_metadata }: AccountChange, client: Client) {
  if (!user_metadata && !app_metadata) return;
  const before = await getUser(tx, userId);
  await updateUser(tx, userId, {
    ...(user_metadata && { user_metadata: merge(before.user_metadata, user_metadata) }),
    ...(user_metadata && "display_name" in user_metadata && { display_name: toDisplayName(user_metadata) }),
    ...(app_metadata && { app_metadata: merge(before.app_metadata, app_metadata) }),
  });
  await recordAuthAudit(tx, client, { action: "user_modified", userId, traits: { change: "metadata" } });
}

/** Keys replace keys, and null takes one away. */
function merge(before: Data, data: Data): string {
  const merged = Object.fromEntries(Object.entries({ ...before, ...data }).filter(([, value]) => value !== null));
  return JSON.stringify(parseAuthInput(metadata, merged));
}

/** Sends no mail: the admin writes to the person, or sends an invitation instead. */
export async function createAccount(auth: AuthService, account: z.output<typeof newAccount>, client: Client) {
  const { db, settings } = auth;
  const now = currentTime();
  const { email, user_metadata: data = {}, app_metadata, ban_duration = "none", email_confirm } = account;
  const userInputs = toUserInputs(email, toDisplayName(data));
  const passwordHash = await findGivenHash(auth, account, userInputs, client);
  const unasked = settings.autoconfirm ? "auto" : null;
  const confirmedBy = email_confirm ? "admin" : email_confirm === undefined ? unasked : null;
  const banned_until = toBannedUntil(ban_duration, now);
  const userId = await db.transaction().execute(async (tx) => {
    const user = await addUser(tx, { email, data, passwordHash }, confirmedBy, client);
    if (!user) throw emailExists();
    const change = app_metadata && { app_metadata: JSON.stringify({ ...user.app_metadata, ...app_metadata }) };
    await updateUser(tx, user.id, { banned_until, ...change });
    return user.id;
  });
  return loadUserAnswer(db, userId);
}

/** Softly: nobody can sign in to the account any more, and its address stays taken. Else the account is gone. */
export async function removeAccount(db: Db, userId: string, isSoft: boolean, client: Client): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isRemoved = isSoft ? await closeAccount(tx, userId) : await deleteUser(tx, userId);
    if (!isRemoved) throw userNotFound();
    await recordAuthAudit(tx, client, { action: "user_deleted", userId });
  });
}

async function closeAccount(tx: Db, userId: string): Promise<boolean> {
  if (!(await lockUser(tx, userId))) return false;
  await updateUser(tx, userId, { deleted_at: currentTime() });
  await endSessions(tx, userId);
  await deleteOneTimeTokensOf(tx, userId);
  return true;
}

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
  userInputs: string[],
  { network }: Client,
): Promise<string | null> {
  if (password !== undefined && hash !== undefined) {
    throw validationFailed("Only a password or a password hash should be specified");
  }
  if (hash !== undefined) return toKnownHash(hash, network);
  if (password === undefined) return null;
  await requireGoodPassword(auth, { password, userInputs, account: network });
  return hashPassword(password, network);
}

/** Tried once, because one that cannot be checked would fail at every sign-in. */
async function toKnownHash(hash: string, network: string): Promise<string> {
  const invalidHash = validationFailed("password_hash must be an argon2id hash in PHC format");
  const cost = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[\w+/]{11,100}\$[\w+/]{22,200}$/.exec(hash);
  const [, m, t, p] = cost?.map(Number) ?? [];
  if (m === undefined || t === undefined || p === undefined) throw invalidHash;
  if (m > costliest.m || t > costliest.t || p > costliest.p) throw invalidHash;
  try {
    await verifyPassword(hash, "", network);
  } catch (error) {
    throw error instanceof AuthError ? error : invalidHash;
  }
  return hash;
}

/** Signs somebody out everywhere, on every instance at once. */
export async function signOutEverywhere(db: Db, userId: string, client: Client): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, userId))) throw userNotFound();
    await endSessions(tx, userId);
    await recordAuthAudit(tx, client, { action: "logout", userId, traits: { scope: "global" } });
  });
}

const milliseconds: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** About 292 years: what clients of the contract can express. */
const longest = 2_562_047 * 3_600_000;

/** Until when a suspension such as "24h" or "2h45m" lasts; null for "none", which lifts it. */
export function toBannedUntil(duration: string, now: Date): Date | null {
  if (duration === "none") return null;
  const isWellFormed = /^(\d{1,20}(\.\d{1,20})?(ns|us|µs|ms|s|m|h)){1,10}$/.test(duration);
  const parts = isWellFormed ? duration.matchAll(/(?<![\d.])([\d.]+)([^\d.]+)/g) : [];
  let length = 0;
  for (const [, amount, unit = ""] of parts) length += Number(amount) * (milliseconds[unit] ?? 0);
  if (length < 1 || length > longest) throw validationFailed("invalid format for ban duration: use none, 24h or 2h45m");
  return new Date(now.getTime() + Math.round(length));
}

/** For somebody who has lost their device; they get a mail about it. */
export function resetFactor({ db, secrets }: AuthService, userId: string, factorId: string, client: Client) {
  return db.transaction().execute(async (tx) => {
    const user = await lockFactorOwner(tx, userId);
    if (!user) throw userNotFound();
    const factors = await listFactors(tx, userId);
    const factor = factors.find(({ id }) => id === factorId);
    if (!factor) throw factorNotFound();
    await removeFactor(tx, secrets, { user, factors }, factor, client);
    return toFactorAnswer(factor);
  });
}
