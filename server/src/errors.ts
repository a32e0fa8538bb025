import { type ErrorCode, type FieldProblem, type StaleVersion, statusOfError } from "@clanhall/contract/errors";

interface Extras {
  details?: FieldProblem[];
  /** The row as it is now, for a caller whose version was stale. */
  current?: unknown;
  changed?: Pick<StaleVersion, "changed_by" | "changed_at">;
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

/** Who changed a row last, and when. */
interface LastChange {
  by: string | null;
  at: Date;
}

/** The caller changed a row that somebody else had changed since it was read: here is what they missed. */
export function staleVersion(what: string, current: unknown, change: LastChange | undefined): ApiError {
  const changed = { changed_by: change?.by ?? null, changed_at: change?.at.toISOString() ?? null };
  return new ApiError("conflict", `Someone else changed ${what}`, { current, changed });
}

export function notFound(what: string): ApiError {
  return new ApiError("not_found", `${what} not found`);
}

/** For an address that leads nowhere, whatever stood in it. */
export function nothingHere(): ApiError {
  return new ApiError("not_found", "There is nothing at this address");
}

/** The database is away, or nobody waits for the answer any more. */
export function unavailable(): ApiError {
  const message = "The service is not available right now. Please try again shortly.";
  return new ApiError("unavailable", message, { retryAfter: 2 });
}

/** For a field whose value only the database can check. */
export function invalidField(path: string, message: string): ApiError {
  return new ApiError("validation_failed", message, { details: [{ path, message }] });
}
