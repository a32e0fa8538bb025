/** Every error the API answers with, and the HTTP status it travels under. */
export const statusOfError = {
  validation_failed: 400,
  unauthorized: 401,
  forbidden: 403,
  /** Signed in with the first factor only, on an account that has a second one. */
  mfa_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  locked: 423,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOfError;

/** What a 409 carries when the caller's version was stale. */
export interface StaleVersion {
  /** The row as it is now. */
  current: unknown;
  /** Who changed it last, as the audit shows them; null where nobody did, or nobody who is still known. */
  changed_by: string | null;
  changed_at: string | null;
}

/** One refused field: where it is in the request, and a sentence for the person who filled it in. */
export interface FieldProblem {
  path: string;
  message: string;
}
