import type { AuthRefusal } from "./auth-refusal.ts";
import { passwordMin } from "./auth-fields.ts";

const sentences: Record<string, string> = {
  invalid_credentials: "E-mail and password do not match. Please check both and try again.",
  email_not_confirmed: "Your e-mail address is not confirmed yet. Open your confirmation link, then log in.",
  user_banned: "This account is suspended. Please contact support.",
  unreachable: "We got no answer. What you typed is still here; please try again.",
  not_kept: "This browser does not let us keep you signed in. Allow this site to store data, then log in.",
  email_provider_disabled: "Signing in with e-mail and password is switched off here.",
};

/** For a service that says when to come back. */
export const busy = "We are busy. Try again in a moment.";

/** One sentence for a refusal that concerns the form as a whole. */
export function refusalText({ code, retryAfterSeconds }: AuthRefusal): string {
  if (code.startsWith("over_")) return `Too many tries. Please try again ${waitText(retryAfterSeconds)}.`;
  if (code === "unexpected_failure" && retryAfterSeconds !== null) return busy;
  return sentences[code] ?? "That did not work. Please try again; if it keeps happening, contact support.";
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
export function weakPasswordText({ reasons, message }: AuthRefusal): string {
  const min = /at least (\d+)/.exec(message)?.[1] ?? String(passwordMin);
  const words: Record<string, string> = {
    length: `Use at least ${min} characters.`,
    characters: "Mix letters, digits and symbols.",
    pwned: guessablePassword,
  };
  return reasons.flatMap((reason) => words[reason] ?? []).join(" ") || "This password is too easy to guess.";
}
