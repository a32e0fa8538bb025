import type { ErrorCode } from "@clanhall/contract/errors";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { AccessTokens } from "../../access/access-tokens.ts";
import {
  type Caller,
  findBearerToken,
  findCaller,
  isBanned,
  isHalfSignedIn,
  type NoCaller,
  type SessionRules,
} from "../../access/actor.ts";
import { isDatabaseAway } from "../../db/wait-for-database.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { logRefusal } from "../../http/answers.ts";
import { type HeavyLimit, tooMany, tooManyMessage, tooManySeconds } from "../../http/call-limits.ts";
import { toAddress, toNetwork } from "../../http/network.ts";
import type { UserRow } from "./queries.ts";

interface Extras {
  /** Why a password is too weak. */
  reasons?: WeakReason[];
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** Why a session is gone, for the login page. */
  reason?: string;
}

type WeakReason = "length" | "characters" | "pwned";

/** An error of the auth contract, whose clients match on code and message. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extras: Extras;

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

export function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}

export function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** Messages for people instead of those that the auth contract has for programs. */
const sentences: Record<string, string> = {
  over_request_rate_limit: "There were too many tries. Please wait a little before the next one.",
  reauthentication_not_valid: "This code is wrong or no longer valid. Ask for a new one.",
};

/** Runs what the product shares with the auth service; its errors become the product's own. */
export async function withApiErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AuthError ? toApiError(error) : error;
  }
}

function toApiError({ status, code, message, extras: { retryAfter } }: AuthError): ApiError {
  return new ApiError(toErrorCode(status), sentences[code] ?? message, retryAfter === undefined ? {} : { retryAfter });
}

function toErrorCode(status: number): ErrorCode {
  if (status === 429) return "rate_limited";
  if (status === 503) return "unavailable";
  return "forbidden";
}

/** Why somebody who has proved who they are still may not sign in. */
export function findUserError(user: UserRow): AuthError | null {
  const now = currentTime();
  if (user.deleted_at) return new AuthError(403, "user_not_found", "User not found");
  if (isBanned(user, now)) return new AuthError(400, "user_banned", "User is banned");
  return null;
}

export function sessionGone(): AuthError {
  return new AuthError(403, "session_not_found", "The session that began this does not exist any more");
}

/** Where a call comes from, as far as we believe it. */
export interface Client {
  ip: string;
  network: string;
  userAgent: string | null;
  requestId: string;
  /** Who acts, when it is not the account's owner: the record of what happened says so. */
  by?: string;
}

export function toClient(request: FastifyRequest): Client {
  const { headers, id } = request;
  const ip = toAddress(request.ip ?? "");
  return { ip, network: toNetwork(ip), userAgent: headers["user-agent"]?.slice(0, 300) ?? null, requestId: id };
}

interface AuthCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  access: "public" | "session" | "service";
  /**
   * What somebody gets who still has to prove their second factor: the call itself only where it is needed for that,
   * else an error with this status (403 where none is named).
   */
  pendingFactor?: "allowed" | 401 | 403 | 422;
  /** Calls that cost much computing: of these an account makes at most two at a time. */
  cost?: "heavy";
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Input<Call extends AuthCall> {
  params: Out<Call["params"]>;
  query: Out<Call["query"]>;
  body: Out<Call["body"]>;
  caller: Call["access"] extends "session" ? Caller : null;
  client: Client;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type AuthRoute = <const Call extends AuthCall>(
  call: Call,
  handler: (input: Input<Call>) => Promise<unknown> | object,
) => void;

/** Binds calls of the auth contract: first who is calling, then what they sent. Nothing of it may be cached. */
export function createAuthRoute(scope: FastifyInstance, db: Db, sessions: SessionRules, heavy: HeavyLimit): AuthRoute {
  return (call, handler) => {
    scope.route({
      method: call.method,
      url: call.path,
      config: { access: call.access },
      // A HEAD request must not use a link up.
      exposeHeadRoute: false,
      ...(call.cost === "heavy" && {
        onRequest: async (request) => {
          if (!(await heavy.admit(request))) throw tooManyHeavy();
        },
      }),
      handler: async (request, reply) => {
        const caller = await admit(call, db, sessions, request);
        const params = call.params && parseAuthInput(call.params, request.params);
        const query = call.query && parseAuthInput(call.query, request.query);
        const body = call.body && parseAuthInput(call.body, request.body);
        reply.header("cache-control", "no-store");
        const input = { params, query, body, caller, client: toClient(request), request, reply };
        const work = async () => handler(input as unknown as Input<typeof call>);
        const key = caller?.userId ?? input.client.network;
        const answer = call.cost === "heavy" ? await heavy.run(key, reply, work) : await work();
        if (answer === tooMany) throw tooManyHeavy();
        return answer ?? (reply.sent ? reply : reply.code(204).send());
      },
    });
  };
}

function tooManyHeavy(): AuthError {
  return new AuthError(429, "over_request_rate_limit", tooManyMessage, { retryAfter: tooManySeconds });
}

export function parseAuthInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw validationFailed(parsed.error.issues[0]?.message ?? "The request is not valid");
  return parsed.data;
}

async function admit(
  { access, pendingFactor = 403 }: AuthCall,
  db: Db,
  sessions: SessionRules,
  request: FastifyRequest,
) {
  if (access === "session") {
    const caller = await getCaller(db, sessions, request);
    if (pendingFactor !== "allowed") requireWholeSignIn(caller, pendingFactor);
    return caller;
  }
  if (access === "service") await requireService(sessions.tokens, request);
  return null;
}

/** A password alone is half a sign-in where the account has a second factor. */
export function requireWholeSignIn(caller: Caller, status: 401 | 403 | 422 = 403): void {
  if (!isHalfSignedIn(caller)) return;
  throw new AuthError(status, "insufficient_aal", "AAL2 is required: confirm your second factor first");
}

async function requireService(tokens: AccessTokens, request: FastifyRequest): Promise<void> {
  const token = findBearerToken(request);
  if (!token) throw new AuthError(...callerErrors.no_token);
  const read = await tokens.readService(token);
  if ("problem" in read) throw badToken(read.problem);
  if (!read.isService) throw new AuthError(403, "not_admin", "User not allowed");
}

function badToken(detail: string): AuthError {
  return new AuthError(403, "bad_jwt", `invalid JWT: ${detail}`);
}

async function getCaller(db: Db, sessions: SessionRules, request: FastifyRequest): Promise<Caller> {
  const found = await findCaller(db, sessions, request);
  if ("caller" in found) return found.caller;
  if (found.problem === "bad_token") throw badToken(found.detail);
  throw new AuthError(...callerErrors[found.problem]);
}

const callerErrors: Record<Exclude<NoCaller["problem"], "bad_token">, ConstructorParameters<typeof AuthError>> = {
  no_token: [401, "no_authorization", "This endpoint requires a valid Bearer token"],
  session_not_found: [403, "session_not_found", "Session from session_id claim in JWT does not exist"],
  session_reused: [
    403,
    "session_not_found",
    "Session from session_id claim in JWT was used in two places",
    { reason: "refresh_token_already_used" },
  ],
  user_not_found: [403, "user_not_found", "User from sub claim in JWT does not exist"],
  user_banned: [403, "user_banned", "User is banned"],
};

const versionHeader = "x-supabase-api-version";

/** From this version on the client reads `code` and `message`. */
const firstDatedVersion = "2024-01-01";

/** Fastify's own errors as the contract's. */
const frameworkErrors: Record<string, [number, string, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "request_entity_too_large", "The request is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "validation_failed", "Send the request as application/json"],
};

function toAuthError(error: FastifyError | Error): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof ApiError) return fromApiError(error);
  if (isDatabaseAway(error)) {
    const message = "The service is not available right now. Please try again shortly.";
    return new AuthError(503, "unexpected_failure", message, { retryAfter: 2 });
  }
  const known = "code" in error ? frameworkErrors[error.code] : undefined;
  if (known) return new AuthError(...known);
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status < 500) return new AuthError(400, "validation_failed", "The request could not be read");
  return new AuthError(500, "unexpected_failure", "Something went wrong on our side");
}

/** Inside the auth service only the workers and the reader of JSON bodies throw the product's own error. */
function fromApiError({ code, status, message, extras: { retryAfter } }: ApiError): AuthError {
  if (code !== "unavailable") return new AuthError(400, "bad_json", message);
  return new AuthError(status, "unexpected_failure", message, retryAfter === undefined ? {} : { retryAfter });
}

/** Clients that name a version get the shape of that version; those that name none get the one from before versions. */
function sendAuthError(reply: FastifyReply, { status, code, message, extras }: AuthError): FastifyReply {
  const version = reply.request.headers[versionHeader];
  const isDated = typeof version === "string" && /^\d{4}-\d\d-\d\d$/.test(version) && version >= firstDatedVersion;
  if (isDated) reply.header(versionHeader, firstDatedVersion);
  if (extras.retryAfter !== undefined) reply.header("retry-after", extras.retryAfter);
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .send({
      ...(isDated ? { code, message } : { code: status, error_code: code, msg: message }),
      ...(extras.reason && { reason: extras.reason }),
      ...(extras.reasons && { weak_password: { reasons: extras.reasons } }),
      ...(status >= 500 && { error_id: reply.request.id }),
    });
}

const readableHeaders = "X-Supabase-Api-Version, X-Total-Count, Link, Retry-After";
const sentHeaders = "authorization, apikey, content-type, x-client-info, x-supabase-api-version";

/**
 * Lets pages of the named sites use the service. They bring their token themselves: no answer ever allows credentials,
 * so what a browser adds by itself counts for nothing.
 */
export function allowOrigins(scope: FastifyInstance, origins: string[]): void {
  if (origins.length === 0) return;
  const isForAll = origins.includes("*");
  scope.addHook("onRequest", async ({ headers: { origin } }, reply) => {
    if (!isForAll) reply.header("vary", "Origin");
    if (!origin || !(isForAll || origins.includes(origin))) return;
    reply.header("access-control-allow-origin", isForAll ? "*" : origin);
    reply.header("access-control-expose-headers", readableHeaders);
  });
  scope.options("/*", { config: { access: "public" } }, (_request, reply) => {
    if (reply.hasHeader("access-control-allow-origin")) {
      reply
        .header("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE")
        .header("access-control-allow-headers", sentHeaders)
        .header("access-control-max-age", "600");
    }
    return reply.code(204).send();
  });
}

export function handleAuthErrors(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) =>
    sendAuthError(reply, new AuthError(404, "not_found", "There is nothing at this address")),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toAuthError(error);
    if (error instanceof ApiError || answer === error) logRefusal(request, answer);
    else if (answer.status >= 500) request.log.error({ err: error }, "auth request failed");
    return sendAuthError(reply, answer);
  });
}
