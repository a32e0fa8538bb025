import type { AppAdmin } from "@clanhall/contract/admin";
import { currentTime } from "../../db/clock.ts";
import { type Actor, isBanned } from "../../access/actor.ts";
import { addAppAdmin, isLastAppAdmin, lockAppAdmins, removeAppAdmin } from "../../access/app-admins.queries.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAdminAudit } from "../audit/index.ts";
import { findUser, lockUser, type UserRow } from "../auth/index.ts";
import { listAppAdmins } from "./queries.ts";

export async function loadAppAdmins(db: Db, { userId }: Actor): Promise<AppAdmin[]> {
  const rows = await listAppAdmins(db);
  return rows.map(({ id, granted_at, ...row }) => ({
    ...row,
    userId: id,
    granted_at: granted_at.toISOString(),
    is_me: id === userId,
  }));
}

/** Whoever is one already stays one, with the note they have. */
export function grant(db: Db, actor: Actor, userId: string, note: string | null): Promise<AppAdmin> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw (await findUser(tx, userId)) ? conflict("This account is gone.") : notFound("User");
    requireGoodAccount(user, now);
    if (await addAppAdmin(tx, user.id, note)) {
      const target = { type: "user" as const, id: user.id, name: nameOf(user) };
      await recordAdminAudit(tx, actor, { action: "app_admin.grant", target, after: { note } });
    }
    const admin = (await loadAppAdmins(tx, actor)).find((one) => one.userId === user.id);
    if (!admin) throw notFound("App admin");
    return admin;
  });
}

function requireGoodAccount(user: UserRow, now: Date): void {
  if (user.deletes_at) throw conflict("This account is going to be deleted.");
  if (isBanned(user, now)) throw conflict("This account is suspended. Lift the suspension first.");
}

/** Counted while nobody else can come or go: of many at the same moment, one stays. */
export function revoke(db: Db, actor: Actor, userId: string): Promise<void> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId);
    await lockAppAdmins(tx);
    const admins = await listAppAdmins(tx);
    const admin = admins.find(({ id }) => id === user?.id);
    if (!user || !admin) throw notFound("App admin");
    if (await isLastAppAdmin(tx, user.id, now)) {
      throw conflict("The last app admin cannot be revoked. Make someone else one first.");
    }
    await removeAppAdmin(tx, user.id);
    const target = { type: "user" as const, id: user.id, name: nameOf(user) };
    await recordAdminAudit(tx, actor, { action: "app_admin.revoke", target, before: { note: admin.note } });
  });
}

function conflict(message: string): ApiError {
  return new ApiError("conflict", message);
}

function nameOf({ display_name, email }: Pick<UserRow, "display_name" | "email">): string {
  return display_name || (email ?? "");
}
