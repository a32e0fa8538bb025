import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Json, JsonObject, JsonWithDefault, Stamp } from "./column-types.ts";

/** How and when somebody proved who they are. */
export interface AuthMethod {
  method:
    | "password"
    | "anonymous"
    | "otp"
    | "magiclink"
    | "recovery"
    | "invite"
    | "email/signup"
    | "email_change"
    | "oauth"
    | "totp"
    | "mfa/phone"
    | "mfa/recovery_code";
  /** Seconds since 1970, as tokens count. */
  timestamp: number;
}

export type OneTimeTokenKind =
  | "signup"
  | "invite"
  | "recovery"
  | "magiclink"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication";

/** How an address was confirmed: by a mailed link or code, by a provider, by an administrator, or without any proof. */
export type EmailProof = "mail" | "provider" | "admin" | "auto";

type FactorType = "totp" | "phone" | "recovery_code";

/** People, their accounts and how they sign in. */
export interface AccountTables {
  users: {
    id: Generated<string>;
    email: string | null;
    display_name: Generated<string>;
    password_hash: string | null;
    email_confirmed_at: Date | null;
    email_confirmed_by: EmailProof | null;
    user_metadata: JsonWithDefault<JsonObject>;
    app_metadata: JsonWithDefault<JsonObject>;
    is_anonymous: Generated<boolean>;
    last_sign_in_at: Date | null;
    banned_until: Date | null;
    deleted_at: Date | null;
    created_at: Stamp;
    updated_at: Stamp;
    new_email: string | null;
    email_change_agreed: "current" | "new" | null;
    confirmation_sent_at: Date | null;
    recovery_sent_at: Date | null;
    email_change_sent_at: Date | null;
    reauthentication_sent_at: Date | null;
    invited_at: Date | null;
    time_zone: string | null;
    locale: string | null;
    ui_settings: JsonWithDefault<JsonObject>;
    privacy: JsonWithDefault<JsonObject>;
    profile_version: Generated<number>;
    deletes_at: Date | null;
    search_words: GeneratedAlways<string>;
  };
  auth_sessions: {
    id: Generated<string>;
    user_id: string;
    refresh_key: Buffer;
    refresh_counter: Generated<number>;
    min_counter: Generated<number>;
    rotated_at: Stamp;
    aal: Generated<"aal1" | "aal2">;
    amr: Json<AuthMethod[]>;
    user_agent: string | null;
    ip: string | null;
    created_at: Stamp;
    refreshed_at: Stamp;
    proved_at: Stamp;
    factor_id: string | null;
    reused_at: Date | null;
  };
  auth_used_id_tokens: { token_hash: Buffer; expires_at: Date };
  auth_identities: {
    id: Generated<string>;
    user_id: string;
    provider: string;
    subject: string;
    identity_data: JsonWithDefault<JsonObject>;
    last_sign_in_at: Date | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  auth_signing_keys: {
    kid: string;
    /** Only what an earlier release wrote, until the next start seals it. */
    private_jwk: ColumnType<JsonObject | null, undefined, null>;
    sealed_jwk: Buffer | null;
    public_jwk: Json<JsonObject>;
    created_at: Stamp;
    signs_from: Stamp;
    retired_at: Date | null;
  };
  auth_audit: {
    id: Generated<string>;
    user_id: string | null;
    action: string;
    outcome: "success" | "failure";
    ip: string | null;
    network: string | null;
    request_id: string | null;
    traits: JsonWithDefault<JsonObject>;
    at: Stamp;
  };
  auth_one_time_tokens: {
    id: Generated<string>;
    user_id: string;
    kind: OneTimeTokenKind;
    email: string;
    link_hash: Buffer;
    code_hash: Buffer;
    code_attempts: Generated<number>;
    code_expires_at: Date;
    link_expires_at: Date;
    code_challenge: string | null;
    password_hash: string | null;
    user_metadata: JsonObject | null;
    created_at: Stamp;
  };
  auth_factors: {
    id: Generated<string>;
    user_id: string;
    type: FactorType;
    status: Generated<"unverified" | "verified">;
    friendly_name: Generated<string>;
    sealed_secret: Buffer | null;
    phone: string | null;
    last_step: number | null;
    last_challenged_at: Date | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  auth_challenges: {
    id: Generated<string>;
    factor_id: string;
    session_id: string;
    code_hash: Buffer | null;
    attempts: Generated<number>;
    verified_at: Date | null;
    created_at: Stamp;
    expires_at: Date;
  };
  auth_recovery_codes: {
    id: Generated<string>;
    factor_id: string;
    hint: string;
    code_hash: string;
    used_at: Date | null;
  };
  auth_flows: {
    id: Generated<string>;
    provider: string;
    state_hash: Buffer | null;
    browser_hash: Buffer | null;
    sealed_verifier: Buffer | null;
    nonce: string | null;
    redirect_to: string;
    code_challenge: string | null;
    linking_user_id: string | null;
    linking_session_id: string | null;
    auth_code_hash: Buffer | null;
    user_id: string | null;
    method: AuthMethod["method"] | null;
    created_at: Stamp;
    expires_at: Date;
  };
  sealing_keys: {
    id: string;
    /** Only what an earlier release wrote, until the next start seals it. */
    key: ColumnType<Buffer | null, undefined, null>;
    sealed_key: Buffer | null;
    created_at: Stamp;
  };
  service_tokens: {
    id: Generated<string>;
    created_at: Stamp;
    expires_at: Date;
    revoked_at: Date | null;
  };
  user_clan_settings: {
    clan_id: string;
    user_id: string;
    settings: JsonWithDefault<JsonObject>;
    version: Generated<number>;
    updated_at: Stamp;
  };
  auth_rate_limits: { key: string; points: Generated<number>; expire: number | null };
  app_admins: { user_id: string; note: string | null; granted_at: Stamp };
  login_activity: { user_id: string; adblock: boolean | null; updated_at: Stamp };
}
