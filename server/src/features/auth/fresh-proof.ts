import type { Caller } from "../../access/caller.ts";
import { AuthError } from "./auth-error.ts";

/** How long somebody who has just proved who they are may change how they sign in. */
export const freshForMs = 5 * 60_000;

/** A browser left open is not proof enough to change the ways into an account. */
export function requireFreshProof({ provedAt }: Caller, now = new Date()): void {
  if (now.getTime() - provedAt.getTime() <= freshForMs) return;
  throw new AuthError(400, "reauthentication_needed", "This change needs a recent sign-in: confirm who you are first");
}
