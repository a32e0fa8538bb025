import type { z } from "zod";
import { queueMail } from "../../../mail/queue-mail.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import { toDisplayName } from "../display-name.ts";
import { parseAuthInput } from "../http.ts";
import { metadata } from "../inputs.ts";
import { moveToEmail } from "../mailed/change-address.ts";
import { confirmSignUp, findOnlySignUp } from "../mailed/pending-sign-ups.ts";
import { deleteOneTimeTokensOf, updateEmailIdentity } from "../mailed/queries.ts";
import type { Tx } from "../mailed/send.ts";
import { composePasswordChanged } from "../mailed/templates.ts";
import { toOwnWords } from "../password-check.ts";
import { getUser, lockUser, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { endSessions } from "../sessions.queries.ts";
import { loadUserAnswer } from "../user-answer.ts";
import { userNotFound } from "./admin-errors.ts";
import { toBannedUntil } from "./ban-duration.ts";
import { findGivenHash } from "./given-password.ts";
import type { accountChange } from "./inputs.ts";
import { findUser } from "./queries.ts";
import { isReachable } from "./reachable.ts";
import { suspend, unsuspend } from "./suspension.ts";

type AccountChange = z.output<typeof accountChange>;
type Data = Record<string, unknown>;

export async function changeAccount(auth: AuthService, userId: string, change: AccountChange, client: Client) {
  const { db } = auth;
  const user = await findUser(db, userId);
  if (!user) throw userNotFound();
  const words = toOwnWords(change.email ?? user.email ?? "", user.display_name);
  const passwordHash = await findGivenHash(auth, change, words, client);
  const until = change.ban_duration === undefined ? undefined : toBannedUntil(change.ban_duration, new Date());

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
    await queueMail(tx, auth.secrets, { to: user.email, ...composePasswordChanged(auth.publicUrl) });
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
    // Strangers may have signed up with it while it was confirmed.
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
