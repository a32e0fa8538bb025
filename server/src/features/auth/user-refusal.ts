import { isBanned } from "../../access/session-life.ts";
import { AuthError } from "./auth-error.ts";
import type { UserRow } from "./queries.ts";

/** Why somebody who has proved who they are still may not come in. */
export function findUserRefusal(user: UserRow, now = new Date()): AuthError | null {
  if (user.deleted_at) return new AuthError(403, "user_not_found", "User not found");
  if (isBanned(user, now)) return new AuthError(400, "user_banned", "User is banned");
  return null;
}

export function sessionGone(): AuthError {
  return new AuthError(403, "session_not_found", "The session that began this does not exist any more");
}
