import type { Caller } from "../../../access/caller.ts";
import type { Db } from "../../../db/tables.ts";
import { AuthError } from "../auth-error.ts";
import type { UserRow } from "../queries.ts";
import { lockSession, type SessionRow } from "../sessions.queries.ts";
import { deleteAbandonedFactors, type FactorRow, listFactors, lockFactorOwner } from "./queries.ts";

export interface LockedAccount {
  user: UserRow;
  session: SessionRow;
  factors: FactorRow[];
  /** The database's time: instances may disagree about theirs. */
  now: Date;
}

/** How long a factor may wait for its first code. */
const unverifiedLifeMs = 300_000;

/** The caller's account as it is now, held until the transaction ends, so that one code is judged after the other. */
export async function lockAccount(tx: Db, { userId, sessionId }: Caller): Promise<LockedAccount> {
  const user = await lockFactorOwner(tx, userId);
  const session = await lockSession(tx, sessionId);
  if (!user || !session) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  const { now } = session;
  await deleteAbandonedFactors(tx, userId, new Date(now.getTime() - unverifiedLifeMs));
  return { user, session, factors: await listFactors(tx, userId), now };
}
