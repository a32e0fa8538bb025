import type { z } from "zod";
import type { Caller } from "../../../access/actor.ts";
import type { Secrets } from "../../../access/secrets.ts";
import type { AuthMethod } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import { AuthError, type Client, validationFailed } from "../http.ts";
import type { factorVerifyBody } from "../inputs.ts";
import { deleteOtherHalfSessions, recordAuthAudit, type SessionRow, upgradeSession } from "../queries.ts";
import { minutesText } from "../rate-limits.ts";
import type { AuthService } from "../service.ts";
import { toSessionAnswer } from "../sessions.ts";
import { isSmsCode } from "./challenge.ts";
import { findTotpStep, getUsableFactor, lockAccount, type LockedAccount, toTotpPurpose } from "./enroll.ts";
import { mailFactorAdded, type Tx } from "./mails.ts";
import {
  type ChallengeRow,
  countWrongCode,
  deleteFactors,
  type FactorRow,
  findChallenge,
  listFactors,
  markChallengeUsed,
  updateFactor,
} from "./queries.ts";
import { type SecurityKeyOutcome, trySecurityKey } from "./security-key.ts";

const mostWrongCodes = 5;
const wrongCode = "mfa_verification_failed";

interface Answer extends z.output<typeof factorVerifyBody> {
  factorId: string;
}

/** Trades a right code for a session that has proved both factors. */
export async function verifyFactor(auth: AuthService, caller: Caller, answer: Answer, client: Client) {
  const { db, limits } = auth;
  await limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  const factor = getUsableFactor(await listFactors(db, caller.userId), answer.factorId, caller.aal);
  const turn = await limits.takeGuess(factor.id);
  if (turn.isFirstOverLimit) await recordTry(db, factor, client, "mfa_verification_rejected");
  if (turn.wait > 0) throw tooManyWrongCodes(turn.wait);

  // A wrong code is counted, which has to be committed: so the error is returned here and thrown below.
  const outcome = await db.transaction().execute((tx) => tryAnswer(tx, auth, caller, answer, client));
  const isRefused = outcome instanceof AuthError;
  if (!isRefused || outcome.code !== wrongCode) await turn.giveBack();
  if (isRefused) throw outcome;
  return toSessionAnswer(auth, outcome);
}

async function tryAnswer(
  tx: Tx,
  auth: AuthService,
  caller: Caller,
  answer: Answer,
  client: Client,
): Promise<SessionRow | AuthError> {
  const account = await lockAccount(tx, caller);
  const factor = getUsableFactor(account.factors, answer.factorId, account.session.aal);
  const outcome =
    factor.type === "webauthn"
      ? await tryKey(tx, auth, account, { factor, answer }, client)
      : await tryCode(tx, auth.secrets, account, { factor, answer });
  if (outcome === "over") return challengeOver();
  if (outcome === "wrong") {
    await recordTry(tx, factor, client, wrongCode);
    return new AuthError(422, wrongCode, wrongMessages[factor.type]);
  }
  await recordTry(tx, factor, client);
  if (factor.status === "unverified") await addFactor(tx, auth.secrets, account, factor, client);
  return upgradeSessionWith(tx, account, factor);
}

const wrongMessages = {
  totp: "Invalid TOTP code entered",
  phone: "Invalid MFA Phone code entered",
  recovery_code: "Invalid recovery code entered",
  webauthn: "Invalid WebAuthn response",
} satisfies Record<FactorRow["type"], string>;

interface Tried {
  factor: FactorRow;
  answer: Answer;
}

function tryKey(tx: Tx, auth: AuthService, account: LockedAccount, { factor, answer }: Tried, client: Client) {
  const { webauthn: given, challenge_id: challengeId } = answer;
  if (!given) throw validationFailed("The answer of a security key is required");
  return trySecurityKey(tx, auth, account, { factor, challengeId, given }, client);
}

async function tryCode(
  tx: Tx,
  secrets: Secrets,
  { session, now }: LockedAccount,
  { factor, answer }: Tried,
): Promise<SecurityKeyOutcome> {
  if (answer.code === undefined) throw validationFailed("A code is required");
  const asked = { id: answer.challenge_id, factorId: factor.id, sessionId: session.id };
  const challenge = await findChallenge(tx, asked);
  if (!challenge || !isOpen(challenge, now)) return "over";
  const proof = findProof(secrets, factor, challenge, answer.code, now);
  if (!proof) {
    await countWrongCode(tx, challenge.id);
    return "wrong";
  }
  await markChallengeUsed(tx, challenge.id, now);
  await updateFactor(tx, factor.id, proof);
  return "proved";
}

function isOpen({ verified_at, expires_at, attempts }: ChallengeRow, now: Date): boolean {
  return verified_at === null && expires_at > now && attempts < mostWrongCodes;
}

/** What a right code changes about its factor. */
function findProof(secrets: Secrets, factor: FactorRow, challenge: ChallengeRow, code: string, now: Date) {
  if (!factor.sealed_secret) return isSmsCode(secrets, challenge, code) ? { last_step: null } : null;
  const secret = secrets.tryOpen(factor.sealed_secret, toTotpPurpose(factor.id));
  if (secret === null) throw secretLost();
  const step = findTotpStep(secret, code, factor.last_step, now);
  return step === null ? null : { last_step: step };
}

/** From now on the account asks for the factor, so devices that have not proved one are signed out. */
async function addFactor(tx: Tx, secrets: Secrets, account: LockedAccount, factor: FactorRow, client: Client) {
  const { user, session, factors, now } = account;
  await updateFactor(tx, factor.id, { status: "verified", updated_at: now });
  await deleteOtherHalfSessions(tx, user.id, session.id);
  const abandoned = factors.filter(
    ({ id, type, status }) => status === "unverified" && type === factor.type && id !== factor.id,
  );
  if (abandoned.length > 0) await deleteFactors(tx, idsOf(abandoned));
  const traits = { factor_id: factor.id, factor_type: factor.type, status: "verified" };
  await recordAuthAudit(tx, client, { action: "factor_updated", userId: user.id, traits });
  await mailFactorAdded(tx, secrets, user, factor);
}

function idsOf(factors: FactorRow[]): string[] {
  return factors.map(({ id }) => id);
}

function recordTry(db: AuthService["db"], { id, type, user_id }: FactorRow, client: Client, reason?: string) {
  return recordAuthAudit(db, client, {
    action: "verification_attempted",
    userId: user_id,
    outcome: reason ? "failure" : "success",
    traits: { factor_id: id, factor_type: type, ...(reason && { reason }) },
  });
}

function challengeOver(): AuthError {
  const message = "MFA challenge has expired, verify against another challenge or create a new challenge.";
  return new AuthError(422, "mfa_challenge_expired", message);
}

/** No code of the app is right any more; recovery codes are, and an app admin can reset the factors. */
function secretLost(): AuthError {
  const message = "This authenticator can no longer be checked. Use a recovery code or ask an app admin to reset it.";
  return new AuthError(422, "mfa_factor_secret_lost", message);
}

function tooManyWrongCodes(retryAfter: number): AuthError {
  const message = `Too many wrong codes. Wait ${minutesText(retryAfter)} or use a recovery code.`;
  return new AuthError(403, "mfa_verification_rejected", message, { retryAfter });
}

const methods = {
  totp: "totp",
  phone: "mfa/phone",
  recovery_code: "mfa/recovery_code",
  webauthn: "mfa/webauthn",
} satisfies Record<FactorRow["type"], AuthMethod["method"]>;

/** The session after its holder has proved the factor, with the newest proof first. */
export function upgradeSessionWith(
  tx: Db,
  { session, now }: LockedAccount,
  { id, type }: FactorRow,
): Promise<SessionRow> {
  const method = methods[type];
  const earlier = session.amr.filter((proof) => proof.method !== method);
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }, ...earlier];
  return upgradeSession(tx, session.id, { amr, factorId: id, now });
}
