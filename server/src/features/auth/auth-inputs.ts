import { z } from "zod";

/** What PostgreSQL cannot keep in a text: the character zero and halves of characters. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

const unreadable = "The request contains characters that cannot be kept";

/** What the client sends beside the fields a call is about; captchas and one-time codes are not asked for. */
const extras = {
  gotrue_meta_security: z.looseObject({}).optional(),
  code_challenge: z.string().max(128).nullish(),
  code_challenge_method: z.string().max(10).nullish(),
};

/** Travels inside every token, and a request's head has to hold that. */
const longestMetadata = 4_000;

export const metadata = z
  .record(z.string(), z.unknown())
  .refine(isStorable, unreadable)
  .refine((data) => JSON.stringify(data).length <= longestMetadata, "The user's data is too large");

const password = z.string().max(1_000, "Password cannot be longer than 128 characters");

const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email("Unable to validate email address: invalid format")
      .max(254, "Unable to validate email address: invalid format"),
  );

/** An address somebody types to sign in: one that cannot exist is answered like one that does not. */
const typedAddress = z.string().max(1_000).trim().toLowerCase().refine(isStorable, unreadable);

export const noQuery = z.strictObject({});
export const redirectQuery = z.strictObject({ redirect_to: z.string().optional() });

export const signUpBody = z.strictObject({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  channel: z.string().optional(),
  password: password.nullish(),
  data: metadata.nullish(),
  ...extras,
});

export const passwordGrant = z.strictObject({
  email: typedAddress.optional(),
  phone: z.string().optional(),
  password: password,
  ...extras,
});

export const refreshGrant = z.strictObject({
  refresh_token: z.string("Refresh token is not valid"),
  gotrue_meta_security: extras.gotrue_meta_security,
});

export const tokenQuery = z.strictObject({
  grant_type: z.string("unsupported_grant_type"),
  redirect_to: z.string().optional(),
});

export const logoutQuery = z.strictObject({
  scope: z.enum(["global", "local", "others"], "scope must be global, local or others").default("global"),
});

export const userUpdate = z.strictObject({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  password: password.optional(),
  current_password: password.optional(),
  nonce: z.string().optional(),
  channel: z.string().optional(),
  data: metadata.optional(),
  ...extras,
});
