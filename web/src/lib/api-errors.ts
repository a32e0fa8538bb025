import type { FieldProblem } from "@clanhall/contract/errors";
import { asRecord, textOf } from "./compat/read-answer.ts";

interface Refusal {
  status?: number;
  /** The server's own word for what went wrong; decisions are made on this, never on the message. */
  error?: string;
  details?: FieldProblem[];
  requestId?: string;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  /** What a stale write collided with. */
  current?: unknown;
  /** Who changed that last, where the server says so. */
  changedBy?: string;
}

/** A call that did not work: `HTTP_{status}` when the server refused, ETIMEDOUT or ENETUNREACH when it was not reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly details: FieldProblem[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly current: unknown;
  readonly changedBy: string | undefined;

  constructor(message: string, code: string, refusal: Refusal = {}) {
    super(message);
    this.code = code;
    this.status = refusal.status;
    this.error = refusal.error;
    this.details = refusal.details ?? [];
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
    this.current = refusal.current;
    this.changedBy = refusal.changedBy;
  }
}

export function unreachable(code: "ETIMEDOUT" | "ENETUNREACH"): ApiError {
  return new ApiError("Network error contacting service", code);
}

export function refused(status: number, statusText: string, answer: unknown): ApiError {
  const body = asRecord(answer);
  const error = textOf(body.error);
  const message = textOf(body.message) ?? error ?? (statusText || "The service gave no reason");
  return new ApiError(`HTTP ${status}: ${message}`, `HTTP_${status}`, {
    status,
    ...(error !== undefined && { error }),
    ...(Array.isArray(body.details) && { details: body.details as FieldProblem[] }),
    ...(typeof body.request_id === "string" && { requestId: body.request_id }),
    ...(typeof body.retry_after === "number" && { retryAfter: body.retry_after }),
    ...(body.current !== undefined && { current: body.current }),
    ...(typeof body.changed_by === "string" && { changedBy: body.changed_by }),
  });
}

/** The server takes the sign-in for half: the account has a second factor that was not confirmed. */
export function wantsSecondFactor(error: unknown): boolean {
  return error instanceof ApiError && error.error === "mfa_required";
}

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && error.status !== undefined && statuses.includes(error.status);
}

/** What the server has against single fields of a form; null when its refusal concerns something else. */
export function serverFieldErrors<Field extends string>(
  error: unknown,
  fields: Record<Field, unknown>,
): Partial<Record<Field, string>> | null {
  const details = error instanceof ApiError ? error.details : [];
  const problems: Partial<Record<Field, string>> = {};
  for (const { path, message } of details) {
    const name = path.split(".").at(-1) ?? "";
    if (Object.hasOwn(fields, name)) problems[name as Field] ??= message;
  }
  return Object.keys(problems).length > 0 ? problems : null;
}
