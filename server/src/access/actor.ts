import type { ClanRole, ClanToggles } from "@clanhall/contract/permissions";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { currentTime } from "../db/clock.ts";
import type { AuthMethod } from "../db/stored-types.ts";
import type { Db } from "../db/tables.ts";
import { ApiError } from "../errors.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { findMembership, findSessionAndOwner, findUser, type Membership } from "./queries.ts";

/** Somebody who is signed in. */
export interface Actor {
  userId: string;
  /** Null for a user named by the development header. */
  sessionId: string | null;
  /** When they signed in; null where there is no session. */
  signedInAt: Date | null;
  isAppAdmin: boolean;
  requestId: string;
  /** Set for who acts from Discord. */
  source?: "discord";
}

/** Somebody who is signed in, and what they are in the clan that was asked about. */
interface SignedIn extends Actor {
  membership: Membership | null;
}

/** Somebody who is signed in and acts inside one clan. */
export interface ClanActor extends Actor {
  clanId: string;
  memberId: string;
  role: ClanRole;
  /** The actor's player. */
  name: string;
  toggles: ClanToggles;
  /** Set when a bot acts with a token of the clan. */
  tokenId: string | null;
}

export interface ActorRules {
  sessions: SessionRules;
  /** Whether a request without a token may name its user in `x-dev-user-id`; only ever true in development. */
  devUserHeader: boolean;
}

/** Who is calling, and their membership of a clan; throws when the call does not prove who it is. */
export async function getActor(
  db: Db,
  rules: ActorRules,
  request: FastifyRequest,
  clanId: string | null = null,
): Promise<SignedIn> {
  const requestId = request.id;
  const devUserId = rules.devUserHeader ? findDevUserId(request) : null;
  const devUser = devUserId ? await findUser(db, devUserId) : null;
  if (devUser) {
    const { id: userId, is_app_admin } = devUser;
    const membership = clanId ? await findMembership(db, clanId, userId) : null;
    return { userId, sessionId: null, signedInAt: null, isAppAdmin: is_app_admin, requestId, membership };
  }
  const found = await findCaller(db, rules.sessions, request, clanId);
  if ("caller" in found) {
    const { userId, sessionId, signedInAt } = found.caller;
    if (isHalfSignedIn(found.caller))
      throw new ApiError("mfa_required", "Please confirm your second factor to continue");
    return { userId, sessionId, signedInAt, isAppAdmin: found.isAppAdmin, requestId, membership: found.membership };
  }
  throw new ApiError("unauthorized", "Please log in to continue");
}

/** The header counts only from this machine, so that a development server on a network stays closed. */
function findDevUserId(request: FastifyRequest): string | null {
  if (request.headers.authorization !== undefined || !isLoopback(request.ip)) return null;
  const id = z.uuid().safeParse(request.headers["x-dev-user-id"]);
  return id.success ? id.data : null;
}

function isLoopback(ip: string): boolean {
  return ip === "::1" || /^(::ffff:)?127\./.test(ip);
}

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
 * Who the request's token proves, or why nobody. The session is read each time, so that signing out, suspending and
 * deleting somebody act at once and not when the token expires.
 */
export async function findCaller(
  db: Db,
  { tokens, life }: SessionRules,
  request: FastifyRequest,
  clanId: string | null = null,
): Promise<{ caller: Caller; isAppAdmin: boolean; membership: Membership | null } | NoCaller> {
  const token = findBearerToken(request);
  if (!token) return { problem: "no_token" };
  const read = await tokens.read(token);
  if ("problem" in read) return { problem: "bad_token", detail: read.problem };

  const now = currentTime();
  const session = await findSessionAndOwner(db, read.sessionId, clanId);
  if (!session || session.user_id !== read.userId) return { problem: "session_not_found" };
  if (isSessionOver(session, life, now)) {
    return { problem: session.reused_at ? "session_reused" : "session_not_found" };
  }
  if (session.deleted_at) return { problem: "user_not_found" };
  if (isBanned(session, now)) return { problem: "user_banned" };
  const { aal, amr, has_factor: hasFactor, proved_at: provedAt, created_at: signedInAt } = session;
  const caller = { ...read, aal, amr, hasFactor, provedAt, signedInAt };
  return { caller, isAppAdmin: session.is_app_admin, membership: session.membership };
}

export function findBearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** How long somebody stays signed in: without coming back, and at the very longest. */
export interface SessionLife {
  idleDays: number;
  maxDays: number;
}

const day = 86_400_000;

interface SessionTimes {
  created_at: Date;
  refreshed_at: Date;
  /** Set when one of its refresh tokens turned up twice. */
  reused_at: Date | null;
}

export function isSessionOver(
  { created_at, refreshed_at, reused_at }: SessionTimes,
  { idleDays, maxDays }: SessionLife,
  now: Date,
): boolean {
  const isIdle = now.getTime() - refreshed_at.getTime() > idleDays * day;
  return reused_at !== null || isIdle || now.getTime() - created_at.getTime() > maxDays * day;
}

export function isBanned({ banned_until }: { banned_until: Date | null }, now: Date): boolean {
  return banned_until !== null && banned_until > now;
}
