import { randomInt } from "node:crypto";
import type { Caller } from "../../../access/actor.ts";
import { AuthError, type Client } from "../http.ts";
import { hashPassword, verifyPassword } from "../passwords.ts";
import { deleteOtherHalfSessions, recordAuthAudit, type SessionRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { minutesText } from "../rate-limits.ts";
import { requireRecentConfirmation, toSessionAnswer } from "../sessions.ts";
import { factorNotFound, hasSecondFactor, lockAccount, removeFactor, requireFreeName } from "./enroll.ts";
import { mailCodesReplaced, mailCodeUsed, mailFactorAdded } from "./mails.ts";
import {
  countRecoveryCodes,
  type FactorRow,
  findUnusedRecoveryCode,
  insertFactor,
  listFactors,
  markRecoveryCodeUsed,
  replaceRecoveryCodes,
  updateFactor,
} from "./queries.ts";
import { upgradeSessionWith } from "./verify.ts";

export async function getRecoveryCodesStatus({ db }: AuthService, { userId }: Caller) {
  const { id, type } = getCodesOf(await listFactors(db, userId));
  const { total, remaining } = await countRecoveryCodes(db, id);
  return { id, type, total, remaining };
}

export async function generateRecoveryCodes(auth: AuthService, caller: Caller, name: string, client: Client) {
  const { codes, hashed } = await prepareCodes(auth, caller, client);
  const factor = await auth.db.transaction().execute(async (tx) => {
    const { user, session, factors } = await lockAccount(tx, caller);
    requireProtected(factors, session.aal);
    if (findCodesOf(factors)) {
      throw new AuthError(422, "mfa_verified_factor_exists", "Recovery codes already exist, regenerate them instead");
    }
    requireFreeName(factors, name);
    const values = { user_id: user.id, type: "recovery_code", status: "verified", friendly_name: name } as const;
    const added = await insertFactor(tx, values);
    await replaceRecoveryCodes(tx, added.id, hashed);
    const traits = { factor_id: added.id, factor_type: added.type, status: added.status };
    await recordAuthAudit(tx, client, { action: "factor_updated", userId: user.id, traits });
    await mailFactorAdded(tx, auth.secrets, user, added);
    return added;
  });
  return toCodesAnswer(factor, codes);
}

export async function regenerateRecoveryCodes(auth: AuthService, caller: Caller, client: Client) {
  const { codes, hashed } = await prepareCodes(auth, caller, client);
  const factor = await auth.db.transaction().execute(async (tx) => {
    const { user, session, factors, now } = await lockAccount(tx, caller);
    const replaced = getCodesOf(factors);
    requireProtected(factors, session.aal);
    await replaceRecoveryCodes(tx, replaced.id, hashed);
    await updateFactor(tx, replaced.id, { updated_at: now });
    const traits = { factor_id: replaced.id, factor_type: replaced.type, reason: "regenerated" };
    await recordAuthAudit(tx, client, { action: "factor_updated", userId: user.id, traits });
    await mailCodesReplaced(tx, auth.secrets, user);
    return replaced;
  });
  await auth.limits.forgetGuesses(toGuessKey(caller));
  return toCodesAnswer(factor, codes);
}

export async function removeRecoveryCodes(auth: AuthService, caller: Caller, client: Client) {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  return auth.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    const factor = getCodesOf(account.factors);
    requireProtected(account.factors, account.session.aal);
    requireRecentConfirmation(caller);
    await removeFactor(tx, auth.secrets, account, factor, client);
    return { id: factor.id };
  });
}

/** Wrong recovery codes are counted per account, whether or not it has any. */
function toGuessKey({ userId }: Caller): string {
  return `recovery:${userId}`;
}

function findCodesOf(factors: FactorRow[]): FactorRow | null {
  return factors.find(({ type }) => type === "recovery_code") ?? null;
}

function getCodesOf(factors: FactorRow[]): FactorRow {
  const factor = findCodesOf(factors);
  if (!factor) throw factorNotFound();
  return factor;
}

/** Hashing takes a while, so it happens before anything is locked, and only for those who have a chance. */
async function prepareCodes(auth: AuthService, caller: Caller, client: Client) {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  requireProtected(await listFactors(auth.db, caller.userId), caller.aal);
  requireRecentConfirmation(caller);
  const codes = createRecoveryCodes();
  const toRow = async (code: string) => ({
    hint: toHint(code),
    code_hash: await hashPassword(toPlainCode(code), client.network),
  });
  return { codes, hashed: await Promise.all(codes.map(toRow)) };
}

function requireProtected(factors: FactorRow[], aal: SessionRow["aal"]): void {
  if (!hasSecondFactor(factors)) {
    throw new AuthError(422, "mfa_recovery_codes_sole_factor", "Recovery codes need a verified second factor");
  }
  if (aal !== "aal2") throw new AuthError(403, "insufficient_aal", "AAL2 required to manage recovery codes");
}

function toCodesAnswer({ id, type, friendly_name }: FactorRow, codes: string[]) {
  return { id, type, friendly_name, total: codes.length, codes };
}

/** Without letters and digits that look alike. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

const codesInSet = 10;

const groups = 5;

const groupLength = 4;

/** Codes of 20 characters. The first four find the row; the other 16 are 79 bits that nobody else knows. */
export function createRecoveryCodes(): string[] {
  const byHint = new Map<string, string>();
  while (byHint.size < codesInSet) {
    const code = createCode();
    byHint.set(toHint(code), code);
  }
  return [...byHint.values()];
}

/** As it is kept, however it was typed. */
export function toPlainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, "");
}

export function toHint(code: string): string {
  return toPlainCode(code).slice(0, groupLength);
}

function createCode(): string {
  const characters = Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return characters.match(/.{4}/g)?.join("-") ?? characters;
}

const action = "verification_attempted";

/** For somebody whose authenticator or phone is gone: one code is worth one proof. */
export async function useRecoveryCode(auth: AuthService, caller: Caller, typed: string, client: Client) {
  const { db, limits } = auth;
  const { userId } = caller;
  await limits.takeFrom("factor", `${userId}:${client.network}`);
  const turn = await limits.takeGuess(toGuessKey(caller));
  if (turn.isFirstOverLimit) await recordFailure(auth, userId, client, "mfa_recovery_codes_locked");
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
    return upgradeSessionWith(tx, account, factor);
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
  const message = `Too many wrong recovery codes. Wait ${minutesText(retryAfter)} or use another factor.`;
  return new AuthError(429, "mfa_recovery_codes_locked", message, { retryAfter });
}
