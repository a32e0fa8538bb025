import { asRecord } from "./compat/read-answer.ts";
import { readStored, writeStored } from "./stored.ts";

const key = "sign_in_ended";
/** Codes of the auth service that the login page has a sentence for. */
const sentences = new Map([
  ["refresh_token_already_used", "You were signed out because this sign-in was used in two places"],
]);

/**
 * Remembers why the auth service ended a sign-in: the auth client only says that it is over, and the way to the login
 * page leads over another document.
 */
export function noteEndedSignIn(refusal: string): void {
  const { reason, code } = readRefusal(refusal);
  const ended = [reason, code].find((one) => typeof one === "string" && sentences.has(one));
  if (typeof ended === "string") writeStored(key, ended);
}

function readRefusal(text: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What to say to somebody whose sign-in was ended, or null. */
export function readEndedSignIn(): string | null {
  return sentences.get(readStored(key) ?? "") ?? null;
}

export function forgetEndedSignIn(): void {
  writeStored(key, null);
}
