import { type AuthRefusal, refusalText, waitText } from "../../lib/error-text.ts";

export type WayIn = "totp" | "phone" | "recovery";

const wrongCode: Record<WayIn, string> = {
  totp: "This code is not right. Type the one your app shows now.",
  phone: "This code is not right. Check the latest message.",
  recovery: "This recovery code is not right, or it was used before.",
};

const sentences: Record<string, string> = {
  mfa_challenge_expired: "This code has expired. Send another one.",
  mfa_factor_not_found: "This way is no longer part of your account. Choose another one below.",
  mfa_phone_verify_not_enabled: "Codes by text message are switched off here. Choose another way below.",
  sms_send_failed: "The message could not be sent. Try again, or use another way below.",
};

const locks = new Set(["mfa_verification_rejected", "mfa_recovery_codes_locked"]);

/** One sentence for a second factor that was not accepted. */
export function factorRefusalText(way: WayIn, refusal: AuthRefusal): string {
  if (refusal.code === "mfa_verification_failed") return wrongCode[way];
  if (locks.has(refusal.code)) {
    return `Too many wrong codes. Try again ${waitText(refusal.retryAfterSeconds)}, or use another way below.`;
  }
  return sentences[refusal.code] ?? refusalText(refusal);
}
