import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

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
