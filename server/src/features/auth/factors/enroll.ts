import { randomUUID } from "node:crypto";
import { productName } from "@clanhall/contract/pages";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { z } from "zod";
import type { Caller } from "../../../access/actor.ts";
import { AuthError, validationFailed } from "../auth-error.ts";
import type { Client } from "../client.ts";
import { recordAuthAudit } from "../queries.ts";
import type { AuthService } from "../service.ts";
import { requireRecentConfirmation } from "../sessions.ts";
import type { newFactor } from "./factor-inputs.ts";
import { isSecondFactor, lockAccount, type LockedAccount, requireFreeName, requireProvenFactor } from "./factors.ts";
import { insertFactor } from "./queries.ts";

type NewFactor = z.output<typeof newFactor>;

const mostFactors = 10;

/** Begins to add a factor; it counts once a first code has been right. */
export async function enrollFactor(auth: AuthService, caller: Caller, wanted: NewFactor, client: Client) {
  await auth.limits.takeFrom("factor", `${caller.userId}:${client.network}`);
  const { factor_type: type, friendly_name } = wanted;
  if (type === "webauthn") {
    throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  }
  const phone = type === "phone" ? getPhone(auth, wanted.phone ?? "") : null;
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

/** Names the factor, so that no other row's secret can take its place. */
export function toTotpPurpose(factorId: string): string {
  return `totp ${factorId}`;
}

function getPhone({ settings }: AuthService, text: string): string {
  if (!settings.sms) throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
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
