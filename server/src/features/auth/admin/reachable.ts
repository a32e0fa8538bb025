import type { UserRow } from "../queries.ts";

/** An address that nobody has confirmed may be a stranger's. */
export function isReachable(user: UserRow): user is UserRow & { email: string } {
  return user.email !== null && user.email_confirmed_at !== null;
}
