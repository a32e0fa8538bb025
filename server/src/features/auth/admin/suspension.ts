import { createDateText } from "@clanhall/contract/rules/locale";
import { productName } from "@clanhall/contract/pages";
import { currentTime } from "../../../db/clock.ts";
import { isBanned } from "../../../access/actor.ts";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import type { Tx } from "../email/send.ts";
import type { Client } from "../http.ts";
import { endSessions, recordAuthAudit, updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";

/** Signs the person out everywhere, keeps them out until then, and mails them. */
export async function suspend(
  tx: Tx,
  { secrets }: Pick<AuthService, "secrets">,
  user: UserRow,
  until: Date,
  client: Client,
  now = currentTime(),
): Promise<void> {
  await updateUser(tx, user.id, { banned_until: until });
  await endSessions(tx, user.id);
  const traits = { change: "suspended", until: until.toISOString() };
  await recordAuthAudit(tx, client, { action: "user_modified", userId: user.id, traits });
  if (isReachable(user)) await queueMail(tx, secrets, { to: user.email, ...composeSuspended(until, now) });
}

export async function unsuspend(
  tx: Tx,
  { secrets, publicUrl }: Pick<AuthService, "secrets" | "publicUrl">,
  user: UserRow,
  client: Client,
  now = currentTime(),
): Promise<void> {
  if (!isBanned(user, now)) return;
  await updateUser(tx, user.id, { banned_until: null });
  await recordAuthAudit(tx, client, {
    action: "user_modified",
    userId: user.id,
    traits: { change: "suspension_lifted" },
  });
  if (isReachable(user)) await queueMail(tx, secrets, { to: user.email, ...composeUnsuspended(publicUrl) });
}

/** Beyond this a date means nothing to a reader. */
const foreverMs = 20 * 365 * 86_400_000;

function composeSuspended(until: Date, now: Date): MailMessage {
  const isForever = until.getTime() - now.getTime() > foreverMs;
  const title = isForever ? "Your account is suspended" : `Your account is suspended until ${toDateAndTime(until)} UTC`;
  return composeMail({
    subject: title,
    title,
    paragraphs: [
      `An administrator of ${productName} has suspended your account. You have been signed out everywhere.`,
      isForever
        ? "You cannot sign in until an administrator lifts the suspension."
        : "You cannot sign in until then, unless an administrator lifts the suspension sooner.",
    ],
    reason: `You receive this because you have an account at ${productName}.`,
  });
}

function composeUnsuspended(publicUrl: string): MailMessage {
  return composeMail({
    subject: "Your account is no longer suspended",
    title: "Your account is no longer suspended",
    paragraphs: [`An administrator of ${productName} has lifted the suspension. You can sign in again.`],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    reason: `You receive this because you have an account at ${productName}.`,
  });
}

const toDateAndTime = createDateText({ dateStyle: "long", timeStyle: "short" });

/** An address that nobody has confirmed may be somebody else's. */
export function isReachable(user: UserRow): user is UserRow & { email: string } {
  return user.email !== null && user.email_confirmed_at !== null;
}
