import type { Actor } from "../../../access/actor.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { sendMail } from "../../../mail/send-mail.ts";
import { listClansOwned } from "../../account/deletion.queries.ts";
import { isLastAppAdmin, lockAppAdmins } from "../../app-admins/app-admins.queries.ts";
import { insertAudit } from "../audit.queries.ts";
import type { AuthService } from "../auth-service.ts";
import type { Client } from "../client.ts";
import { deleteOtherSessions } from "../sessions.queries.ts";
import { lockUser, updateUser } from "../users.queries.ts";
import { composeDeletionAsked, composeDeletionCancelled } from "./deletion-mails.ts";
import { type Proof, proveOwner } from "./prove-owner.ts";

const graceDays = 14;

/** The account goes when the grace is over; until then its owner can sign in and take it back. Asking twice moves nothing. */
export async function askToDelete(auth: AuthService, actor: Actor, given: Proof, client: Client): Promise<Date> {
  const { userId } = actor;
  // Looked at before the proof too: a mailed code works once, and would be used up for nothing.
  await requireNotNeeded(auth.db, userId);
  const { sessionId } = await proveOwner(auth, actor, given, client);
  return auth.db.transaction().execute(async (tx) => {
    await lockAppAdmins(tx);
    const user = await lockUser(tx, userId);
    if (!user) throw notFound("Account");
    if (user.deletes_at) return user.deletes_at;
    await requireNotNeeded(tx, userId);
    const deletesAt = new Date(Date.now() + graceDays * 86_400_000);
    await updateUser(tx, userId, { deletes_at: deletesAt });
    await deleteOtherSessions(tx, userId, sessionId);
    await insertAudit(tx, client, { action: "user_modified", userId, traits: { change: "deletion_asked" } });
    if (user.email)
      await sendMail(tx, auth.secrets, { to: user.email, ...composeDeletionAsked(deletesAt, auth.publicUrl) });
    return deletesAt;
  });
}

export function cancelDeletion({ db, secrets, publicUrl }: AuthService, userId: string, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.deletes_at) return;
    await updateUser(tx, userId, { deletes_at: null });
    await insertAudit(tx, client, { action: "user_modified", userId, traits: { change: "deletion_cancelled" } });
    if (user.email) await sendMail(tx, secrets, { to: user.email, ...composeDeletionCancelled(publicUrl) });
  });
}

/** Nobody leaves a clan without its owner, or the installation without its last app admin. */
async function requireNotNeeded(db: Db, userId: string): Promise<void> {
  const clans = await listClansOwned(db, userId);
  if (clans.length > 0) {
    const names = new Intl.ListFormat("en").format(clans);
    throw new ApiError("conflict", `You own ${names}. Hand over what you own, or delete it, first.`);
  }
  if (await isLastAppAdmin(db, userId, new Date())) {
    throw new ApiError("conflict", "You are the last app admin. Make somebody else one in Manage Admins first.");
  }
}
