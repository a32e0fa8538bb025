import type { Caller } from "../../../access/caller.ts";
import { recordAuthAudit } from "../audit.queries.ts";
import { AuthError } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { requireFreshProof } from "../fresh-proof.ts";
import { hashPassword } from "../passwords.ts";
import type { AuthService } from "../service.ts";
import type { SessionRow } from "../sessions.queries.ts";
import { factorNotFound, hasSecondFactor, requireFreeName } from "./factors.ts";
import { lockAccount } from "./locked-account.ts";
import { mailCodesReplaced, mailFactorAdded } from "./mails.ts";
import { type FactorRow, insertFactor, listFactors, updateFactor } from "./queries.ts";
import { createRecoveryCodes, toHint, toPlainCode } from "./recovery-code-text.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.queries.ts";
import { removeFactor } from "./remove.ts";

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
    requireFreshProof(caller);
    await removeFactor(tx, auth.secrets, account, factor, client);
    return { id: factor.id };
  });
}

/** Wrong recovery codes are counted per account, whether or not it has any. */
export function toGuessKey({ userId }: Caller): string {
  return `recovery:${userId}`;
}

export function findCodesOf(factors: FactorRow[]): FactorRow | null {
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
  requireFreshProof(caller);
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
