-- Keys that an authenticator keeps: passkeys, which sign somebody in by themselves, and those of second factors.
create table auth_webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Set for the key of a second factor; without one it is a passkey.
  factor_id uuid unique references auth_factors (id) on delete cascade,
  -- The host it was made for: browsers offer it nowhere else.
  rp_id text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Goes up with each use; authenticators that sync leave it at 0.
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  aaguid uuid,
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index auth_webauthn_credentials_user on auth_webauthn_credentials (user_id);

-- What an authenticator is to sign. Deleted by the first try, so that each is worth one.
create table auth_webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('registration', 'authentication', 'factor')),
  user_id uuid references users (id) on delete cascade,
  session_id uuid references auth_sessions (id) on delete cascade,
  factor_id uuid references auth_factors (id) on delete cascade,
  challenge bytea not null,
  expires_at timestamptz not null
);
create index auth_webauthn_challenges_expires on auth_webauthn_challenges (expires_at);
create index auth_webauthn_challenges_user on auth_webauthn_challenges (user_id);
create index auth_webauthn_challenges_session on auth_webauthn_challenges (session_id);
create index auth_webauthn_challenges_factor on auth_webauthn_challenges (factor_id);

alter table auth_factors
  drop constraint auth_factors_type_check,
  add constraint auth_factors_type_check check (type in ('totp', 'phone', 'recovery_code', 'webauthn'));
