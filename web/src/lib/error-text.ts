import { ApiError } from "./api-errors.ts";
import { passwordMin } from "./auth-rules.ts";

/** What the auth service said no to; `unreachable` when it gave no answer at all. Decisions are made on the code. */
export class AuthError extends Error {
  override readonly name = "AuthError";
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
export function asAuthError(error: unknown): AuthError {
  return error instanceof AuthError ? error : new AuthError("unknown", String(error));
}

interface ClientError {
  name: string;
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  reasons?: string[];
}

export function toAuthError(error: ClientError, retryAfterSeconds: number | null): AuthError {
  return new AuthError(codeOf(error), error.message, error.reasons, retryAfterSeconds);
}

function codeOf({ name, code, status }: ClientError): string {
  if (name === "AuthRetryableFetchError") return "unreachable";
  // The client gives a session that is gone a name of its own, and takes the code away.
  if (name === "AuthSessionMissingError") return "session_not_found";
  return code ?? (status === 429 ? "over_request_rate_limit" : "unknown");
}

/** Where the auth service concerns a form as a whole. */
const signInSentences: Record<string, string> = {
  invalid_credentials: "E-mail and password do not match. Please check both and try again.",
  email_not_confirmed: "Your e-mail address is not confirmed yet. Open your confirmation link, then log in.",
  user_banned: "This account is suspended. Please contact support.",
  unreachable: "No answer from the server. Your input is still here. Try again.",
  not_kept: "This browser does not let us keep you signed in. Allow this site to store data, then log in.",
  email_provider_disabled: "Signing in with e-mail and password is switched off here.",
};

/** For a service that says when to come back. */
const busy = "We are busy. Try again in a moment.";

/** One sentence for a refusal that concerns the form as a whole. */
export function authErrorText({ code, retryAfterSeconds }: AuthError): string {
  if (code.startsWith("over_")) return `Too many tries. Please try again ${waitText(retryAfterSeconds)}.`;
  if (code === "unexpected_failure" && retryAfterSeconds !== null) return busy;
  return signInSentences[code] ?? "That did not work. Please try again; if it keeps happening, contact support.";
}

export function waitText(seconds: number | null): string {
  if (seconds === null) return "in a few minutes";
  if (seconds < 60) return `in ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

export const guessablePassword =
  "This password is among the first an attacker would try. Choose one only you would think of.";

/** Why the server does not take a password. It decides how long is long enough and says so in its message. */
export function weakPasswordText({ reasons, message }: AuthError): string {
  const min = /at least (\d+)/.exec(message)?.[1] ?? String(passwordMin);
  const messages: Record<string, string> = {
    length: `Use at least ${min} characters.`,
    characters: "Mix letters, digits and symbols.",
    pwned: guessablePassword,
  };
  return reasons.flatMap((reason) => messages[reason] ?? []).join(" ") || "This password is too easy to guess.";
}

/** What it refuses to somebody who changes their account. */
const accountSentences: Record<string, string> = {
  not_proved: "Nothing was changed, because you did not confirm that it is you.",
  insufficient_aal: "This needs your second factor. Log out, log in with it, and try again.",
  email_exists: "This e-mail address cannot be used. Please choose another.",
  email_address_invalid: "This e-mail address cannot be used. Please check it.",
  same_password: "This is your current password. Choose a new one.",
  current_password_invalid: "This is not your current password.",
  current_password_required: "Enter your current password.",
  reauthentication_not_valid: "This code is wrong or has expired. Ask for a new one.",
  mfa_verification_failed: "This code is wrong. Wait for the next one and try again.",
  mfa_verification_rejected: "This code is wrong. Wait for the next one and try again.",
  mfa_challenge_expired: "That took too long. Please try again with the code you see now.",
  mfa_factor_not_found: "This was set up too long ago and has expired. Close this and start again.",
  mfa_factor_name_conflict: "You already have a second factor with this name. Choose another name.",
  too_many_enrolled_mfa_factors: "You have as many second factors as an account can have. Remove one first.",
  sms_send_failed: "The text message could not be sent. Check the number and try again.",
  single_identity_not_deletable: "This is your only sign-in method. Set a password or link another account first.",
  email_conflict_identity_not_deletable: "This cannot be unlinked, because its address belongs to another account.",
  identity_already_exists: "This account is linked to someone else here, so it cannot be linked to you.",
  identity_not_found: "This has already been unlinked.",
  manual_linking_disabled: "Linking further accounts is switched off here.",
};

/** One sentence for whatever went wrong. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return callText(error);
  const refusal = asAuthError(error);
  return accountSentences[refusal.code] ?? authErrorText(refusal);
}

/** The same where what was typed is gone with its dialog. */
export function lateErrorText(error: unknown): string {
  const isUnreachable = error instanceof ApiError && error.status === undefined;
  return isUnreachable ? "No answer from the server. Try again." : errorText(error);
}

/** The server's refusals are written for people; only where it broke down are there better words. */
function callText({ status = 0, message, details, retryAfter }: ApiError): string {
  if (status === 0) return "No answer from the server. Your input is still here. Try again.";
  if (status === 503 && retryAfter !== undefined) return busy;
  if (status >= 500) return "Something went wrong on our side. Nothing was saved. Try again.";
  return details[0]?.message ?? message.replace(/^HTTP \d+: /, "");
}
