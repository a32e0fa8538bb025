import type { UserDetail } from "@clanhall/contract/admin-users";
import type { Actor } from "../../../access/actor.ts";
import { isAppAdmin } from "../../../access/access.queries.ts";
import type { Tx } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { insertAdminAudit } from "../../app-admins/admin-audit.queries.ts";
import type { AuthService } from "../auth-service.ts";
import type { Client } from "../client.ts";
import { lockUser, type UserRow } from "../users.queries.ts";
import { loadUserDetail } from "./user-detail.ts";

/** What an action works with: the person it is done to stands still until it is over. */
export interface Scene {
  tx: Tx;
  auth: AuthService;
  actor: Actor;
  user: UserRow;
  client: Client;
  now: Date;
}

/** Before and after, for the audit; null where there is nothing to compare. */
interface Outcome {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface UserAction {
  /** As the audit calls it. */
  name: string;
  act: (scene: Scene) => Promise<Outcome>;
}

interface Asked {
  actor: Actor;
  userId: string;
  reason: string;
  client: Client;
}

/** Does it and writes down who did it, to whom and why: both or neither. */
export function actOnUser(auth: AuthService, { name, act }: UserAction, asked: Asked): Promise<UserDetail> {
  const { actor, userId, reason, client } = asked;
  return auth.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw notFound("User");
    const outcome = await act({ tx, auth, actor, user, client: asAdmin(client), now: new Date() });
    // What somebody is called is forgotten with them, so it is read after the deed.
    const detail = await loadUserDetail(tx, auth, user.id);
    const target = { type: "user" as const, id: user.id, name: detail.display_name || (detail.email ?? "") };
    await insertAdminAudit(tx, actor, { action: name, target, reason, ...outcome });
    return detail;
  });
}

/** The account's own record is for its owner to read: it says that an app admin acted, and not who or from where. */
function asAdmin(client: Client): Client {
  return { ...client, ip: "", network: "", by: "app_admin" };
}

/** For what would leave the installation without one of those who run it. */
export async function requireNoAppAdmin({ tx, user }: Scene): Promise<void> {
  if (await isAppAdmin(tx, user.id)) throw refusal("Revoke their app admin rights first.");
}

export function requireSomebodyElse({ actor, user }: Scene, message: string): void {
  if (actor.userId === user.id) throw refusal(message);
}

export function refusal(message: string): ApiError {
  return new ApiError("conflict", message);
}
