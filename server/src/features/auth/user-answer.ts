import { authenticated } from "../../access/access-tokens.ts";
import type { IdentityRow, UserRow } from "./users.queries.ts";

/** A user as the contract shows them; what is not named here never leaves. */
export function toUserAnswer(user: UserRow, identities: IdentityRow[]) {
  return {
    id: user.id,
    aud: authenticated,
    role: authenticated,
    email: user.email ?? "",
    phone: "",
    ...(user.email_confirmed_at && {
      email_confirmed_at: user.email_confirmed_at.toISOString(),
      confirmed_at: user.email_confirmed_at.toISOString(),
    }),
    ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at.toISOString() }),
    ...(user.banned_until && { banned_until: user.banned_until.toISOString() }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(toIdentityAnswer),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  };
}

function toIdentityAnswer(identity: IdentityRow) {
  const { email } = identity.identity_data;
  return {
    identity_id: identity.id,
    id: identity.subject,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(typeof email === "string" && { email }),
    last_sign_in_at: identity.last_sign_in_at?.toISOString() ?? null,
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
  };
}

/** What somebody sees who signs up with an address that is taken: an account that could be new. */
export function toLookAlike(email: string, data: Record<string, unknown>, now = new Date()) {
  return {
    id: crypto.randomUUID(),
    aud: authenticated,
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now.toISOString(),
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    is_anonymous: false,
  };
}
