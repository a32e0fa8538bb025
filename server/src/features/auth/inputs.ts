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

export const emailAddress = z
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

const exchange = "invalid request: both auth code and code verifier should be non-empty";

export const pkceGrant = z.strictObject({
  auth_code: z.string(exchange).min(1, exchange).max(200, exchange),
  code_verifier: z.string(exchange).min(1, exchange).max(128, exchange),
  gotrue_meta_security: extras.gotrue_meta_security,
});

export const idTokenGrant = z.strictObject({
  provider: z.string().max(100),
  id_token: z.string("id_token required").min(1, "id_token required").max(20_000),
  access_token: z.string().max(20_000).nullish(),
  nonce: z.string().max(1_000).optional(),
  link_identity: z.boolean().optional(),
  gotrue_meta_security: extras.gotrue_meta_security,
});

/** Both or none, and never in the clear. */
export const pkceStart = z
  .object({ code_challenge: extras.code_challenge, code_challenge_method: extras.code_challenge_method })
  .refine(
    ({ code_challenge, code_challenge_method }) => Boolean(code_challenge) === Boolean(code_challenge_method),
    "PKCE flow requires code_challenge_method and code_challenge",
  )
  .refine(
    ({ code_challenge_method }) => !code_challenge_method || code_challenge_method.toLowerCase() === "s256",
    "code_challenge_method must be s256",
  )
  .refine(
    ({ code_challenge }) => !code_challenge || /^[\w.~-]{43,128}$/.test(code_challenge),
    "code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~",
  );

export const tokenQuery = z.strictObject({
  grant_type: z.string("unsupported_grant_type"),
  redirect_to: z.string().optional(),
});

export const logoutQuery = z.strictObject({
  scope: z.enum(["global", "local", "others"], "scope must be global, local or others").default("global"),
});

export const recoverBody = z.strictObject({ email: emailAddress, ...extras });

export const resendBody = z.strictObject({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  type: z.string("Missing one of these types: signup, email_change, sms, phone_change"),
  ...extras,
});

export const otpBody = z.strictObject({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  channel: z.string().optional(),
  create_user: z.boolean().default(true),
  data: metadata.nullish(),
  ...extras,
});

const token = z.string().trim().max(1_000);

export const verifyBody = z.strictObject({
  email: typedAddress.optional(),
  phone: z.string().optional(),
  token: token.optional(),
  token_hash: token.optional(),
  type: z.string("Verify requires a verification type"),
  redirect_to: z.string().optional(),
  options: z.looseObject({}).optional(),
  ...extras,
});

export const verifyQuery = z.object({
  token: token.default(""),
  type: z.string().default(""),
  redirect_to: z.string().optional(),
});

export const userUpdate = z.strictObject({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  password: password.optional(),
  current_password: password.optional(),
  nonce: z.string().max(100).optional(),
  channel: z.string().optional(),
  data: metadata.optional(),
  ...extras,
});

const longest = 60;

/** The name people chose for themselves, out of what the client keeps about them: composed, visible, not too long. */
export function toDisplayName({ display_name: name }: Record<string, unknown>): string {
  if (typeof name !== "string") return "";
  const visible = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "")
    .trim();
  return Array.from(visible).slice(0, longest).join("");
}

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
  /** For which site a key is asked, which we know ourselves. */
  webauthn: z.looseObject({}).optional(),
});

const challengeId = z.uuid("challenge_id must be an UUID");

export const webauthnAnswer = z.looseObject({ credential_response: z.looseObject({}) });

export const factorVerifyBody = z.strictObject({
  challenge_id: challengeId,
  code: code.optional(),
  webauthn: webauthnAnswer.optional(),
});

const bytes = (most: number) =>
  z
    .string()
    .max(most, "The credential is too large")
    .regex(/^[\w-]+$/, "The credential is not base64url");

const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal("public-key") };

/** What an authenticator answers when it has made a key; browsers send more along. */
export const createdCredential = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
});

/** What it answers when it has used one. */
export const assertedCredential = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(2_000),
    userHandle: bytes(100).nullish(),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
});

export const passkeyStart = z.strictObject({ gotrue_meta_security: extras.gotrue_meta_security });
export const passkeyRegistration = z.strictObject({ challenge_id: challengeId, credential: createdCredential });
export const passkeySignIn = z.strictObject({
  challenge_id: challengeId,
  credential: assertedCredential,
  gotrue_meta_security: extras.gotrue_meta_security,
});
export const passkeyParams = z.strictObject({ passkeyId: z.uuid("passkey_id must be an UUID") });
export const passkeyName = z.strictObject({
  friendly_name: z
    .string("A name is required")
    .max(1_000)
    .transform((text) => text.normalize("NFC").trim())
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "A name must not contain control characters")
    .refine((text) => text !== "" && Array.from(text).length <= 120, "A name must have 1 to 120 characters"),
});

export const newRecoveryCodes = z.strictObject({ friendly_name: name.default("Recovery codes") });
export const recoveryCodeBody = z.strictObject({ code });

/** PostgreSQL cannot search for the character zero. */
const searchText = z
  .string()
  .max(1_000)
  .regex(/^[^\0]*$/, "The request contains characters that cannot be found");
const userId = z.uuid("user_id must be an UUID");

export const ofUser = z.strictObject({ userId });
export const ofFactor = z.strictObject({ userId, factorId: z.uuid("factor_id must be an UUID") });
export const ofPasskey = z.strictObject({ userId, passkeyId: z.uuid("passkey_id must be an UUID") });

/** A number that the client names also when it has none to send. */
function numberFrom(field: string, max: number, otherwise: number) {
  const message = `${field} must be a number from 1 to ${max}`;
  return z
    .string()
    .transform((text) => (text === "" ? otherwise : Number(text)))
    .pipe(z.number(message).int(message).min(1, message).max(max, message))
    .default(otherwise);
}

const paging = { page: numberFrom("page", 1_000_000, 1), per_page: numberFrom("per_page", 1_000, 50) };

export const usersQuery = z.strictObject({
  ...paging,
  filter: searchText.default(""),
  sort: z
    .string()
    .regex(/^(created_at|last_sign_in_at|email)( (asc|desc))?$/, "sort must be created_at, last_sign_in_at or email")
    .default("created_at desc"),
});

export const auditQuery = z.strictObject({
  ...paging,
  query: searchText.regex(/^(author|action|type):/, "query must be author:, action: or type: and a word").optional(),
});

const account = {
  password: password.optional(),
  password_hash: z.string().max(500).optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  /** The role travels in tokens, and no person's token may pass as a service's. */
  role: z.enum(["authenticated", ""], "role must be authenticated").optional(),
  ban_duration: z.string().max(200).optional(),
};

export const newAccount = z.strictObject({
  email: emailAddress,
  ...account,
});

export const accountChange = z.strictObject({
  email: emailAddress.optional(),
  ...account,
});

export const accountDeletion = z.strictObject({ should_soft_delete: z.boolean().default(false) });

export const invitation = z.strictObject({ email: emailAddress, data: metadata.nullish() });

export const wantedLink = z.strictObject({
  type: z.enum(
    ["signup", "invite", "magiclink", "recovery", "email_change_current", "email_change_new"],
    "Invalid email action link type requested",
  ),
  email: emailAddress,
  password: password.optional(),
  new_email: emailAddress.optional(),
  data: metadata.nullish(),
  redirect_to: searchText.optional(),
  /** The client sends its own name of the same beside the query. */
  redirectTo: searchText.optional(),
});
