import { z } from "zod";

const longestName = 60;

/** Shown in lists, mails and authenticator apps. */
const name = z
  .string()
  .max(1_000)
  .transform((text) => text.normalize("NFC").trim())
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "A name must not contain control characters")
  .refine((text) => Array.from(text).length <= longestName, `A name must have at most ${longestName} characters`);

/** People type codes as they see them, in groups. */
const code = z
  .string("A code is required")
  .max(100, "A code is not that long")
  .transform((text) => text.replaceAll(/\s/g, ""));

export const factorParams = z.strictObject({ factorId: z.string() });

export const newFactor = z.strictObject({
  factor_type: z.enum(["totp", "phone", "webauthn"], "factor_type needs to be totp, phone or webauthn"),
  friendly_name: name.default(""),
  issuer: name.optional(),
  phone: z.string().max(100, "Invalid phone number format (E.164 required)").optional(),
});

/** The client sends its own parameters along; which factor is meant, the address says. */
export const challengeBody = z.strictObject({
  factorId: z.string().optional(),
  factor_id: z.string().optional(),
  channel: z.enum(["sms"], "Codes are only sent as sms").optional(),
});

export const verifyBody = z.strictObject({ challenge_id: z.uuid("challenge_id must be an UUID"), code });

export const newRecoveryCodes = z.strictObject({ friendly_name: name.default("Recovery codes") });
export const recoveryCodeBody = z.strictObject({ code });
