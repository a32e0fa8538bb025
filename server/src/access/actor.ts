import type { ClanRole, ClanToggles } from "@clanhall/contract/permissions";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Db } from "../db/tables.ts";
import { ApiError } from "../errors.ts";
import { hasUser } from "./access.queries.ts";
import { findCaller, isHalfSignedIn, type SessionRules } from "./caller.ts";

/** Somebody who is signed in. */
export interface Actor {
  userId: string;
  /** Null for a user named by the development header. */
  sessionId: string | null;
  /** When they signed in; null where there is no session. */
  signedInAt: Date | null;
  requestId: string;
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

/** Who is calling; throws when the call does not prove it. */
export async function getActor(db: Db, rules: ActorRules, request: FastifyRequest): Promise<Actor> {
  const devUserId = rules.devUserHeader ? findDevUserId(request) : null;
  if (devUserId && (await hasUser(db, devUserId))) {
    return { userId: devUserId, sessionId: null, signedInAt: null, requestId: request.id };
  }
  const found = await findCaller(db, rules.sessions, request);
  if ("caller" in found) {
    const { userId, sessionId, signedInAt } = found.caller;
    if (isHalfSignedIn(found.caller))
      throw new ApiError("mfa_required", "Please confirm your second factor to continue");
    return { userId, sessionId, signedInAt, requestId: request.id };
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
