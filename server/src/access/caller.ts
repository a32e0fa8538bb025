import type { FastifyRequest } from "fastify";
import type { AuthMethod } from "../db/stored-types.ts";
import type { Db } from "../db/tables.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { isBanned, isSessionOver, type SessionLife } from "./session-life.ts";
import { findSessionAndOwner } from "./sessions.queries.ts";

/** Whoever holds a token of a session that still lives. */
export interface Caller {
  userId: string;
  sessionId: string;
  aal: "aal1" | "aal2";
  amr: AuthMethod[];
  /** Whether the account has a second factor; then aal1 is only half a sign-in. */
  hasFactor: boolean;
  provedAt: Date;
  signedInAt: Date;
}

export function isHalfSignedIn({ aal, hasFactor }: Caller): boolean {
  return hasFactor && aal !== "aal2";
}

/** Why a request is nobody's. */
export type NoCaller =
  | { problem: "no_token" | "session_not_found" | "session_reused" | "user_not_found" | "user_banned" }
  | { problem: "bad_token"; detail: string };

export interface SessionRules {
  tokens: AccessTokens;
  life: SessionLife;
}

/**
 * Who the request's token proves, or why nobody. The session is looked up each time, so that signing out,
 * suspending and deleting somebody act at once and not when the token expires.
 */
export async function findCaller(
  db: Db,
  { tokens, life }: SessionRules,
  request: FastifyRequest,
): Promise<{ caller: Caller } | NoCaller> {
  const token = findBearerToken(request);
  if (!token) return { problem: "no_token" };
  const read = await tokens.read(token);
  if ("problem" in read) return { problem: "bad_token", detail: read.problem };

  const now = new Date();
  const session = await findSessionAndOwner(db, read.sessionId);
  if (!session || session.user_id !== read.userId) return { problem: "session_not_found" };
  if (isSessionOver(session, life, now)) {
    return { problem: session.reused_at ? "session_reused" : "session_not_found" };
  }
  if (session.deleted_at) return { problem: "user_not_found" };
  if (isBanned(session, now)) return { problem: "user_banned" };
  const { aal, amr, has_factor, proved_at: provedAt, created_at: signedInAt } = session;
  return { caller: { ...read, aal, amr, hasFactor: Boolean(has_factor), provedAt, signedInAt } };
}

export function findBearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}
