import type { ErrorCode } from "@clanhall/contract/errors";
import { ApiError } from "../../errors.ts";
import { AuthError } from "./auth-error.ts";

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
