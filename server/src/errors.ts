import { type ErrorCode, type FieldProblem, statusOfError } from "@clanhall/contract/errors";

interface Extras {
  details?: FieldProblem[];
  /** The row as it is now, for a caller whose version was stale. */
  current?: unknown;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
}

/** A refusal a caller should see. Anything else that is thrown becomes a bare 500. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: Extras;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.status = statusOfError[code];
    this.extras = extras;
  }
}

export function notFound(what: string): ApiError {
  return new ApiError("not_found", `${what} not found`);
}

/** For an address that leads nowhere, whatever stood in it. */
export function nothingHere(): ApiError {
  return new ApiError("not_found", "There is nothing at this address");
}

/** For a field whose value only the database can judge. */
export function invalidField(path: string, message: string): ApiError {
  return new ApiError("validation_failed", message, { details: [{ path, message }] });
}
