import { sessionKey } from "../lib/shared/storage.ts";

const user = {
  id: "user-1",
  aud: "authenticated",
  app_metadata: {},
  user_metadata: {},
  created_at: "2026-01-01T00:00:00Z",
};

const daySeconds = 24 * 60 * 60;

export interface EntryOptions {
  host?: string;
  /** Days since the user signed in with a password. */
  signedInDaysAgo?: number;
  /** Seconds until the access token ends; negative when it already did. */
  endsIn?: number;
  refreshToken?: string | null;
  /** An entry that was written before its user was known. */
  withoutUser?: boolean;
  /** How the user signed in. */
  method?: string;
  aal?: "aal1" | "aal2";
  factors?: object[];
}

/** The second factors of an account, as the auth service lists them. */
export const appFactor = { id: "factor-1", factor_type: "totp", status: "verified", friendly_name: "Old phone" };
export const phoneFactor = { id: "factor-2", factor_type: "phone", status: "verified", phone: "+4915112345642" };

/** What the auth service answers when somebody is signed in. */
export const sessionAnswer = {
  access_token: "new-token",
  token_type: "bearer",
  expires_in: 3600,
  refresh_token: "refresh-2",
  user,
};

/** What it answers to a sign-up that waits for the confirmation of the address: the bare user. */
export const unconfirmedAnswer = { ...user, identities: [], confirmation_sent_at: "2026-01-01T00:00:00Z" };

/** The same for an account with second factors: half a sign-in, unless its level says otherwise. */
export function answerFor(options: EntryOptions) {
  return { ...sessionAnswer, access_token: tokenFor(options), user: { ...user, factors: options.factors } };
}

/** Leaves a session in local storage, as the auth client would have. */
export function storeSession(options: EntryOptions = {}): string {
  const { endsIn = 3600, refreshToken = "refresh-1", factors } = options;
  const now = Math.floor(Date.now() / 1000);
  const token = tokenFor(options);
  const entry = {
    access_token: token,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: now + endsIn,
    ...(refreshToken && { refresh_token: refreshToken }),
    user: options.withoutUser ? undefined : { ...user, factors },
  };
  localStorage.setItem(sessionKey, JSON.stringify(entry));
  return token;
}

function tokenFor(options: EntryOptions): string {
  const { host = location.host, signedInDaysAgo = 0, endsIn = 3600, method = "password", aal = "aal1" } = options;
  const now = Math.floor(Date.now() / 1000);
  const startedAt = now - signedInDaysAgo * daySeconds;
  return toToken({
    iss: `http://${host}/auth/v1`,
    sub: "user-1",
    iat: now + endsIn - 3600,
    exp: now + endsIn,
    aal,
    amr: [{ method, timestamp: startedAt }],
  });
}

function toToken(claims: object): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${part({ alg: "ES256", typ: "JWT" })}.${part(claims)}.c2ln`;
}
