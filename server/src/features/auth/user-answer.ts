import { randomUUID } from "node:crypto";
import { currentTime } from "../../db/clock.ts";
import { authenticated } from "../../access/access-tokens.ts";
import type { StoredObject } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { type FactorRow, listFactors } from "./factors/queries.ts";
import { getUser, type IdentityRow, listIdentities, type UserRow } from "./queries.ts";

export async function loadUserAnswer(db: Db, userId: string) {
  const user = await getUser(db, userId);
  const identities = await listIdentities(db, userId);
  const factors = await listFactors(db, userId);
  return toUserAnswer(user, identities, factors);
}

const nothingYet = {
  email_confirmed_at: null,
  recovery_sent_at: null,
  email_change_sent_at: null,
  reauthentication_sent_at: null,
  invited_at: null,
  new_email: null,
  last_sign_in_at: null,
  banned_until: null,
  deleted_at: null,
  is_anonymous: false,
};

type ShownUser = Pick<
  UserRow,
  | keyof typeof nothingYet
  | "id"
  | "email"
  | "confirmation_sent_at"
  | "app_metadata"
  | "user_metadata"
  | "created_at"
  | "updated_at"
>;

/** A user as the contract shows them; what is not named here never leaves. */
export function toUserAnswer(user: ShownUser, identities: IdentityRow[], factors: FactorRow[]) {
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
    ...toStamps(user),
    ...(user.new_email && { new_email: user.new_email }),
    ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at.toISOString() }),
    ...(user.banned_until && { banned_until: user.banned_until.toISOString() }),
    ...(user.deleted_at && { deleted_at: user.deleted_at.toISOString() }),
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(toIdentityAnswer),
    ...(factors.length > 0 && { factors: factors.map(toFactorAnswer) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  };
}

function toStamps(user: ShownUser) {
  const stamps = {
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    email_change_sent_at: user.email_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    invited_at: user.invited_at,
  };
  return Object.fromEntries(Object.entries(stamps).flatMap(([name, at]) => (at ? [[name, at.toISOString()]] : [])));
}

/** Never with the secret. */
export function toFactorAnswer(factor: FactorRow) {
  return {
    id: factor.id,
    factor_type: factor.type,
    status: factor.status,
    friendly_name: factor.friendly_name,
    ...(factor.phone && { phone: factor.phone }),
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
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

/** What everybody gets who signs up and has to confirm the address, also when it has an account. */
export function toSignUpAnswer({ id, email, data }: { id: string; email: string; data: StoredObject }) {
  const now = currentTime();
  const times = { created_at: now, updated_at: now };
  const app_metadata = { provider: "email", providers: ["email"] };
  const identity_data = { sub: id, email, email_verified: false, phone_verified: false };
  const identity = { id: randomUUID(), user_id: id, provider: "email", subject: id, identity_data };
  return toUserAnswer(
    { ...nothingYet, ...times, id, email, confirmation_sent_at: now, app_metadata, user_metadata: data },
    [{ ...identity, ...times, last_sign_in_at: null }],
    [],
  );
}
