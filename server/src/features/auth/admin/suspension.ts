import { isBanned } from "../../../access/session-life.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import type { Client } from "../client.ts";
import type { Tx } from "../mailed/send.ts";
import { updateUser, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { endSessions } from "../sessions.queries.ts";
import { composeLifted, composeSuspended } from "./admin-mails.ts";
import { isReachable } from "./reachable.ts";

/** Signs the person out everywhere, keeps them out until then, and tells them. */
export async function suspend(
  tx: Tx,
  { secrets }: Pick<AuthService, "secrets">,
  user: UserRow,
  until: Date,
  client: Client,
  now = new Date(),
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
  now = new Date(),
): Promise<void> {
  if (!isBanned(user, now)) return;
  await updateUser(tx, user.id, { banned_until: null });
  await recordAuthAudit(tx, client, {
    action: "user_modified",
    userId: user.id,
    traits: { change: "suspension_lifted" },
  });
  if (isReachable(user)) await queueMail(tx, secrets, { to: user.email, ...composeLifted(publicUrl) });
}
