alter table users
  add column password_hash text,
  add column email_confirmed_at timestamptz,
  add column user_metadata jsonb not null default '{}',
  add column app_metadata jsonb not null default '{}',
  add column is_anonymous boolean not null default false,
  add column last_sign_in_at timestamptz,
  add column banned_until timestamptz,
  add column deleted_at timestamptz,
  add column updated_at timestamptz not null default now();

create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Refresh tokens are not stored: each is the session's id and a counter, sealed with this key.
  refresh_key bytea not null,
  refresh_counter bigint not null default 0,
  -- Tokens with a lower counter are refused even inside the reuse window.
  min_counter bigint not null default 0,
  rotated_at timestamptz not null default now(),
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);

create table auth_identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  provider text not null,
  subject text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, subject)
);
create index auth_identities_user on auth_identities (user_id);

create table auth_signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  -- Published before it signs, so that whoever caches the public keys knows it by then.
  signs_from timestamptz not null default now(),
  retired_at timestamptz
);

-- What happened stays written when the person is gone, so the user is an id and no reference.
create table auth_audit (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  action text not null,
  outcome text not null check (outcome in ('success', 'failure')),
  ip text,
  -- What one household or office shares: the address itself, or the /64 of an IPv6 one.
  network text,
  request_id text,
  traits jsonb not null default '{}',
  at timestamptz not null default now()
);
create index auth_audit_user on auth_audit (user_id, at desc);
create index auth_audit_newest on auth_audit (at desc);
-- Answers "has this account signed in from this network before".
create index auth_audit_sign_ins on auth_audit (user_id, network) where action = 'login' and outcome = 'success';

-- The shape rate-limiter-flexible expects.
create table auth_rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index auth_rate_limits_expire on auth_rate_limits (expire);
