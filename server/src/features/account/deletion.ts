import { createDateText, toListText } from "@clanhall/contract/rules/locale";
import { pages, productName } from "@clanhall/contract/pages";
import { clock, currentTime } from "../../db/clock.ts";
import type { Actor } from "../../access/actor.ts";
import { isLastAppAdmin, lockAppAdmins } from "../../access/app-admins.queries.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { composeMail, type MailMessage } from "../../mail/layout.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import {
  type AuthService,
  type Client,
  endOtherSessions,
  lockUser,
  recordAuthAudit,
  updateUser,
} from "../auth/index.ts";
import { listOwnedClans } from "../members/index.ts";
import { confirmIdentity, type Proof } from "./sessions.ts";

const graceDays = 14;

/** The account is deleted when the grace is over; until then its owner can cancel. Asking twice changes nothing. */
export async function askToDelete(auth: AuthService, actor: Actor, given: Proof, client: Client): Promise<Date> {
  const { userId } = actor;
  // Checked before the proof too: a mailed code works once, and would be used up for nothing.
  await requireNotNeeded(auth.db, userId);
  const { sessionId } = await confirmIdentity(auth, actor, given, client);
  return auth.db.transaction().execute(async (tx) => {
    await lockAppAdmins(tx);
    const user = await lockUser(tx, userId);
    if (!user) throw notFound("Account");
    if (user.deletes_at) return user.deletes_at;
    await requireNotNeeded(tx, userId);
    const deletesAt = new Date(clock.now() + graceDays * 86_400_000);
    await updateUser(tx, userId, { deletes_at: deletesAt });
    await endOtherSessions(tx, userId, sessionId);
    await recordAuthAudit(tx, client, { action: "user_modified", userId, traits: { change: "deletion_asked" } });
    if (user.email)
      await queueMail(tx, auth.secrets, { to: user.email, ...composeDeletionAsked(deletesAt, auth.publicUrl) });
    return deletesAt;
  });
}

export function cancelDeletion({ db, secrets, publicUrl }: AuthService, userId: string, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.deletes_at) return;
    await updateUser(tx, userId, { deletes_at: null });
    await recordAuthAudit(tx, client, { action: "user_modified", userId, traits: { change: "deletion_cancelled" } });
    if (user.email) await queueMail(tx, secrets, { to: user.email, ...composeDeletionCancelled(publicUrl) });
  });
}

/** Nobody leaves a clan without its owner, or the installation without its last app admin. */
async function requireNotNeeded(db: Db, userId: string): Promise<void> {
  const clans = await listOwnedClans(db, userId);
  if (clans.length > 0) {
    const names = toListText(clans);
    throw new ApiError("conflict", `You own ${names}. Transfer what you own, or delete it, first.`);
  }
  if (await isLastAppAdmin(db, userId, currentTime())) {
    throw new ApiError("conflict", "You are the last app admin. Make someone else one in Manage Admins first.");
  }
}

const toDayText = createDateText({ dateStyle: "long" });

function composeDeletionAsked(deletesAt: Date, publicUrl: string): MailMessage {
  const date = toDayText(deletesAt);
  return composeMail({
    subject: `Your ${productName} account will be deleted on ${date}`,
    title: "Your account will be deleted",
    paragraphs: [
      `You asked us to delete your ${productName} account. It will be deleted on ${date} and cannot be restored after that.`,
      "To keep it, log in before that day and cancel the deletion in Account.",
    ],
    action: { label: "Open my account", url: `${publicUrl}${pages.account.path}` },
    reason:
      "You get this mail because someone who knows your password, or can read your mail, asked for it. If that was not you, log in, cancel the deletion and change your password.",
  });
}

function composeDeletionCancelled(publicUrl: string): MailMessage {
  return composeMail({
    subject: `Your ${productName} account stays`,
    title: "Your account stays",
    paragraphs: [`The deletion of your ${productName} account was cancelled. Nothing has changed.`],
    action: { label: "Open my account", url: `${publicUrl}${pages.account.path}` },
    reason:
      "You get this mail because the deletion was cancelled in your account. If that was not you, change your password.",
  });
}
