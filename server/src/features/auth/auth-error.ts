import type { ErrorCode } from "@clanhall/contract/errors";
import { isBanned } from "../../access/actor.ts";
import { ApiError } from "../../errors.ts";
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

/** A refusal in the words of the auth contract, whose clients match on code and message. */
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

export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** Refusals of the auth service whose words are for programs, in words for people. */
const sentences: Record<string, string> = {
  over_request_rate_limit: "There were too many tries. Please wait a little before the next one.",
  reauthentication_not_valid: "That code is not right, or it is no longer valid. Ask for a new one.",
};

/** Runs what the product shares with the auth service; a refusal leaves as one of the product's own. */
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

/** Why somebody who has proved who they are still may not come in. */
export function findUserRefusal(user: UserRow, now = new Date()): AuthError | null {
  if (user.deleted_at) return new AuthError(403, "user_not_found", "User not found");
  if (isBanned(user, now)) return new AuthError(400, "user_banned", "User is banned");
  return null;
}

export function sessionGone(): AuthError {
  return new AuthError(403, "session_not_found", "The session that began this does not exist any more");
}
