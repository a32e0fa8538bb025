import type { Caller } from "../../../access/caller.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import { AuthError } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { verifyPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import { deleteOtherHalfSessions, type SessionRow } from "../sessions.queries.ts";
import { toSessionAnswer } from "../sessions.ts";
import { liftWith } from "./lift.ts";
import { lockAccount } from "./locked-account.ts";
import { mailCodeUsed } from "./mails.ts";
import { toHint, toPlainCode } from "./recovery-code-text.ts";
import { countRecoveryCodes, findUnusedRecoveryCode, markRecoveryCodeUsed } from "./recovery-codes.queries.ts";
import { findCodesOf, toGuessKey } from "./recovery-codes.ts";

const action = "verification_attempted";

/** For somebody whose authenticator or phone is gone: one code is worth one proof. */
export async function useRecoveryCode(auth: AuthService, caller: Caller, typed: string, client: Client) {
  const { db, limits } = auth;
  const { userId } = caller;
  await limits.takeFrom("factor", `${userId}:${client.network}`);
  const turn = await limits.takeGuess(toGuessKey(caller));
  if (turn.isFirstRefusal) await recordFailure(auth, userId, client, "mfa_recovery_codes_locked");
  if (turn.wait > 0) throw locked(turn.wait);

  const code = toPlainCode(typed);
  const found = await findUnusedRecoveryCode(db, userId, toHint(code));
  const isRight = await verifyPassword(found?.code_hash ?? null, code, client.network);
  const session = found && isRight ? await spend(auth, caller, found.id, client) : null;
  if (!session) {
    await recordFailure(auth, userId, client, "mfa_verification_failed");
    throw new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
  }
  await turn.giveBack();
  return toSessionAnswer(auth, session);
}

/** Null when the code was used or replaced at the same moment. */
function spend(
  { db, secrets }: AuthService,
  caller: Caller,
  codeId: string,
  client: Client,
): Promise<SessionRow | null> {
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    const { user, session, now } = account;
    const factor = findCodesOf(account.factors);
    if (!factor || !(await markRecoveryCodeUsed(tx, codeId, now))) return null;
    const { remaining } = await countRecoveryCodes(tx, factor.id);
    await deleteOtherHalfSessions(tx, user.id, session.id);
    await recordAuthAudit(tx, client, { action, userId: user.id, traits: { factor_type: factor.type } });
    await mailCodeUsed(tx, secrets, user, remaining);
    return liftWith(tx, account, factor);
  });
}

function recordFailure({ db }: AuthService, userId: string, client: Client, reason: string): Promise<void> {
  return recordAuthAudit(db, client, {
    action,
    userId,
    outcome: "failure",
    traits: { factor_type: "recovery_code", reason },
  });
}

function locked(retryAfter: number): AuthError {
  const message = `Too many wrong recovery codes. Wait ${Math.ceil(retryAfter / 60)} minutes or use another factor.`;
  return new AuthError(429, "mfa_recovery_codes_locked", message, { retryAfter });
}
