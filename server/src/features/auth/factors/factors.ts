import type { Caller } from "../../../access/actor.ts";
import type { Db } from "../../../db/tables.ts";
import { AuthError } from "../auth-error.ts";
import { lockSession, type SessionRow, type UserRow } from "../queries.ts";
import { deleteAbandonedFactors, type FactorRow, listFactors, lockFactorOwner } from "./queries.ts";

type Aal = SessionRow["aal"];

export function factorNotFound(): AuthError {
  return new AuthError(404, "mfa_factor_not_found", "Factor not found");
}

/** Recovery codes stand in for a second factor and are none themselves. */
export function isSecondFactor({ type }: FactorRow): boolean {
  return type !== "recovery_code";
}

export function hasSecondFactor(factors: FactorRow[]): boolean {
  return factors.some((factor) => isSecondFactor(factor) && factor.status === "verified");
}

/** Whoever has a factor proves it before there can be another: else a password alone would lead around the first. */
export function requireProvenFactor(factors: FactorRow[], aal: Aal): void {
  if (aal === "aal2" || !hasSecondFactor(factors)) return;
  throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
}

/** The factor a code may be asked for. */
export function getUsableFactor(factors: FactorRow[], factorId: string, aal: Aal): FactorRow {
  const factor = factors.find((one) => one.id === factorId && isSecondFactor(one));
  if (!factor) throw factorNotFound();
  if (factor.status === "unverified") requireProvenFactor(factors, aal);
  return factor;
}

/** No name counts as a name. */
export function requireFreeName(factors: FactorRow[], name: string): void {
  if (!factors.some(({ friendly_name }) => friendly_name === name)) return;
  const message = `A factor with the friendly name "${name}" for this user already exists`;
  throw new AuthError(422, "mfa_factor_name_conflict", message);
}

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
