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
