import { asRecord } from "./read-answer.ts";
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
export async function noteEndedSignIn(refusal: Response): Promise<void> {
  const body = asRecord(await refusal.json().catch(() => null));
  const code = [body.reason, body.code].find((one) => typeof one === "string" && sentences.has(one));
  if (typeof code === "string") writeStored(key, code);
}

/** What to say to somebody whose sign-in was ended, or null. */
export function readEndedSignIn(): string | null {
  return sentences.get(readStored(key) ?? "") ?? null;
}

export function forgetEndedSignIn(): void {
  writeStored(key, null);
}
