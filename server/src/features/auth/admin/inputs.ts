import { z } from "zod";
import { AuthError } from "../auth-error.ts";
import { emailAddress, metadata, password } from "../inputs.ts";

/** PostgreSQL cannot look for the character zero. */
const word = z
  .string()
  .max(1_000)
  .regex(/^[^\0]*$/, "The request contains characters that cannot be found");
const userId = z.uuid("user_id must be an UUID");

export const ofUser = z.strictObject({ userId });
export const ofFactor = z.strictObject({ userId, factorId: z.uuid("factor_id must be an UUID") });

/** A number that the client names also when it has none to send. */
function numberFrom(name: string, max: number, otherwise: number) {
  const message = `${name} must be a number from 1 to ${max}`;
  return z
    .string()
    .transform((text) => (text === "" ? otherwise : Number(text)))
    .pipe(z.number(message).int(message).min(1, message).max(max, message))
    .default(otherwise);
}

const paging = { page: numberFrom("page", 1_000_000, 1), per_page: numberFrom("per_page", 1_000, 50) };

export const usersQuery = z.strictObject({
  ...paging,
  filter: word.default(""),
  sort: z
    .string()
    .regex(/^(created_at|last_sign_in_at|email)( (asc|desc))?$/, "sort must be created_at, last_sign_in_at or email")
    .default("created_at desc"),
});

export const auditQuery = z.strictObject({
  ...paging,
  query: word.regex(/^(author|action|type):/, "query must be author:, action: or type: and a word").optional(),
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
  redirect_to: word.optional(),
  /** The client sends its own name of the same beside the query. */
  redirectTo: word.optional(),
});

export function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}
