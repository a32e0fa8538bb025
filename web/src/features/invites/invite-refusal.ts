import { CallError, wantsSecondFactor } from "../../lib/api-errors.ts";
import { problemText } from "../../lib/error-text.ts";

const endedStates = ["expired", "cancelled", "used"] as const;
export type EndedState = (typeof endedStates)[number];

/** Why an invite could not be opened or accepted, as far as the page has something to say to it. */
export type InviteRefusal =
  | { kind: "wrong-code"; triesLeft: number | null }
  | { kind: "locked"; seconds: number }
  | { kind: "ended"; state: EndedState | "used-by-me" | null; text: string }
  | { kind: "ask-again" }
  | { kind: "taken"; text: string }
  | { kind: "failed"; text: string };

const lockSeconds = 15 * 60;

/** What the server said to a code. */
export function toCodeRefusal(error: unknown): InviteRefusal {
  if (!(error instanceof CallError)) return failed(error);
  if (error.status === 403 || error.status === 404) return { kind: "wrong-code", triesLeft: triesLeftOf(error) };
  return toSharedRefusal(error);
}

/** What the server said to somebody who holds the right code and wants the player. */
export function toLinkRefusal(error: unknown): InviteRefusal {
  if (!(error instanceof CallError) || wantsSecondFactor(error)) return failed(error);
  if (error.status === 403 || error.status === 404) return { kind: "ask-again" };
  if (error.status === 409) return { kind: "taken", text: sentenceOf(error) };
  return toSharedRefusal(error);
}

function toSharedRefusal(error: CallError): InviteRefusal {
  if (error.status === 423) return { kind: "locked", seconds: error.retryAfter ?? lockSeconds };
  if (error.status === 410) return { kind: "ended", state: stateOf(error), text: sentenceOf(error) };
  return failed(error);
}

function failed(error: unknown): InviteRefusal {
  return { kind: "failed", text: problemText(error) };
}

function sentenceOf({ message }: CallError): string {
  return message.replace(/^HTTP \d+: /, "");
}

function detailOf({ details }: CallError, path: string): string | undefined {
  return details.find((detail) => detail.path === path)?.message;
}

function stateOf(error: CallError): EndedState | null {
  const said = detailOf(error, "state");
  return endedStates.find((state) => state === said) ?? null;
}

function triesLeftOf(error: CallError): number | null {
  const said = Number(detailOf(error, "tries_left"));
  return Number.isInteger(said) && said > 0 ? said : null;
}
