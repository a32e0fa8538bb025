/** What the auth service said no to; `unreachable` when it gave no answer at all. Decisions are made on the code. */
export class AuthRefusal extends Error {
  override readonly name = "AuthRefusal";
  readonly code: string;
  /** Why a password was too weak. */
  readonly reasons: string[];
  readonly retryAfterSeconds: number | null;

  constructor(code: string, message: string, reasons: string[] = [], retryAfterSeconds: number | null = null) {
    super(message);
    this.code = code;
    this.reasons = reasons;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Anything else that was thrown is a refusal without a known reason. */
export function asRefusal(error: unknown): AuthRefusal {
  return error instanceof AuthRefusal ? error : new AuthRefusal("unknown", String(error));
}

interface ClientError {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  reasons?: string[];
}

export function toRefusal(error: ClientError, retryAfterSeconds: number | null): AuthRefusal {
  return new AuthRefusal(codeOf(error), error.message, error.reasons, retryAfterSeconds);
}

function codeOf({ name, code, status }: ClientError): string {
  if (name === "AuthRetryableFetchError") return "unreachable";
  // The client gives a session that is gone a name of its own, and takes the code away.
  if (name === "AuthSessionMissingError") return "session_not_found";
  return code ?? (status === 429 ? "over_request_rate_limit" : "unknown");
}
