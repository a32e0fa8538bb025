import type { SessionOfMine, SignInOfMine } from "@clanhall/contract/account";
import type { Actor } from "../../../access/actor.ts";
import { isSessionOver } from "../../../access/session-life.ts";
import type { Db } from "../../../db/tables.ts";
import { notFound } from "../../../errors.ts";
import { insertAudit } from "../audit.queries.ts";
import type { AuthService } from "../auth-service.ts";
import type { Client } from "../client.ts";
import { toDevice } from "./device.ts";
import { deleteSessionOf, listSessionsOf, listSignIns } from "./me.queries.ts";

export async function loadSessions(
  { db, settings }: AuthService,
  { userId, sessionId }: Actor,
  now = new Date(),
): Promise<SessionOfMine[]> {
  const sessions = await listSessionsOf(db, userId);
  return sessions
    .filter((session) => !isSessionOver(session, settings, now))
    .map(({ id, user_agent, ip, aal, created_at, refreshed_at }) => ({
      id,
      is_current: id === sessionId,
      device: toDevice(user_agent),
      ip,
      aal,
      created_at: created_at.toISOString(),
      last_seen_at: refreshed_at.toISOString(),
    }));
}

export function endSession(db: Db, userId: string, sessionId: string, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await deleteSessionOf(tx, userId, sessionId))) throw notFound("Session");
    await insertAudit(tx, client, { action: "logout", userId, traits: { scope: "one" } });
  });
}

export async function loadSignIns(db: Db, userId: string, limit: number): Promise<SignInOfMine[]> {
  const rows = await listSignIns(db, userId, limit);
  return rows.map(({ id, at, outcome, ip, traits: { method } }) => ({
    id,
    at: at.toISOString(),
    outcome,
    method: typeof method === "string" ? method : "",
    ip,
  }));
}
