import { randomUUID } from "node:crypto";
import { productName } from "@clanhall/contract/pages";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { z } from "zod";
import type { Caller } from "../../../access/actor.ts";
import type { Secrets } from "../../../access/secrets.ts";
import type { Db } from "../../../db/tables.ts";
import { AuthError, type Client, validationFailed } from "../http.ts";
import type { newFactor } from "../inputs.ts";
import { lockSession, lowerSessionsOf, recordAuthAudit, type SessionRow, type UserRow } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { requireRecentConfirmation } from "../sessions.ts";
import { mailFactorRemoved, type Tx } from "./mails.ts";
import {
  deleteAbandonedFactors,
  deleteFactors,
  type FactorRow,
  insertFactor,
  listFactors,
  lockFactorOwner,
} from "./queries.ts";

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

/** The caller's account, locked until the transaction ends, so that codes are checked one after the other. */
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

type NewFactor = z.output<typeof newFactor>;

const mostFactors = 10;

/** Begins to add a factor; it counts once a first code has been right. */
export async function enrollFactor(auth: AuthService, caller: Caller, wanted: NewFactor, client: Client) {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  const { factor_type: type, friendly_name } = wanted;
  if (type === "webauthn" && !auth.settings.relyingParty) {
    throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  }
  const phone = type === "phone" ? await getPhone(auth, wanted.phone ?? "") : null;
  requireRecentConfirmation(caller);

  return auth.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    requireRoom(account, friendly_name, phone);
    const id = randomUUID();
    const totp = type === "totp" ? createTotp(wanted.issuer || productName, account.user.email ?? id) : null;
    await insertFactor(tx, {
      id,
      user_id: account.user.id,
      type,
      friendly_name,
      phone,
      sealed_secret: totp && auth.secrets.seal(totp.secret, toTotpPurpose(id)),
    });
    const traits = { factor_id: id, factor_type: type };
    await recordAuthAudit(tx, client, { action: "factor_in_progress", userId: account.user.id, traits });
    return { id, type, friendly_name, ...(totp && { totp }), ...(phone && { phone }) };
  });
}

/** Names the factor, so that another row's secret cannot be used instead. */
export function toTotpPurpose(factorId: string): string {
  return `totp ${factorId}`;
}

/** Few have a phone as a factor, so that what reads numbers is loaded with the first. */
async function getPhone({ settings }: AuthService, text: string): Promise<string> {
  if (!settings.sms) throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  const number = parsePhoneNumberFromString(text, { extract: false });
  if (!number?.isValid()) throw validationFailed("Invalid phone number format (E.164 required)");
  return number.number;
}

function requireRoom({ user, session, factors }: LockedAccount, name: string, phone: string | null): void {
  if (user.is_anonymous) {
    throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
  }
  requireProvenFactor(factors, session.aal);
  if (factors.filter(isSecondFactor).length >= mostFactors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (phone && factors.some((factor) => factor.phone === phone && factor.status === "verified")) {
    const message = "A verified phone factor already exists, unenroll the existing factor to continue";
    throw new AuthError(422, "mfa_verified_factor_exists", message);
  }
  requireFreeName(factors, name);
}

const generator = { algorithm: "SHA1", digits: 6, period: 30 };

/** A new secret, also in the two shapes an authenticator app takes it in. */
export function createTotp(issuer: string, label: string) {
  const totp = new TOTP({ ...generator, issuer, label, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr_code: renderSVG(uri, { border: 2 }) };
}

/** The time step the code belongs to: the current one or a neighbour, but none up to the last that was accepted. */
export function findTotpStep(secret: string, code: string, lastStep: number | null, now: Date): number | null {
  // The library compares bytes and throws over characters of several.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const totp = new TOTP({ ...generator, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const distance = totp.validate({ token: code, timestamp, window: 1 });
  if (distance === null) return null;
  const step = totp.counter({ timestamp }) + distance;
  return lastStep !== null && step <= lastStep ? null : step;
}

/** With the last second factor go the recovery codes, which would have nothing to stand in for. */
export async function removeFactor(
  tx: Tx,
  secrets: Secrets,
  { user, factors }: Pick<LockedAccount, "user" | "factors">,
  factor: FactorRow,
  client: Client,
): Promise<void> {
  const left = factors.filter(({ id }) => id !== factor.id);
  const orphans = hasSecondFactor(left) ? [] : left.filter((one) => !isSecondFactor(one));
  const ids = [factor, ...orphans].map(({ id }) => id);
  await lowerSessionsOf(tx, ids);
  await deleteFactors(tx, ids);
  const traits = { factor_id: factor.id, factor_type: factor.type };
  await recordAuthAudit(tx, client, { action: "factor_unenrolled", userId: user.id, traits });
  for (const { id, type } of orphans) {
    const orphan = { factor_id: id, factor_type: type };
    await recordAuthAudit(tx, client, { action: "factor_deleted", userId: user.id, traits: orphan });
  }
  if (factor.status === "verified") await mailFactorRemoved(tx, secrets, user, factor);
}

export async function unenrollFactor(auth: AuthService, caller: Caller, factorId: string, client: Client) {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  return auth.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, caller);
    const factor = account.factors.find(({ id }) => id === factorId);
    if (!factor) throw factorNotFound();
    if (factor.status === "verified") {
      if (account.session.aal !== "aal2") {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      requireRecentConfirmation(caller);
    }
    await removeFactor(tx, auth.secrets, account, factor, client);
    return { id: factor.id };
  });
}
