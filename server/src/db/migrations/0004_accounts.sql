alter table users
  -- The address an account wants to move to, until both addresses have agreed.
  add column new_email text,
  -- Which of the two has agreed so far.
  add column email_change_agreed text check (email_change_agreed in ('current', 'new')),
  add column confirmation_sent_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column email_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz,
  add column invited_at timestamptz,
  add column time_zone text,
  add column locale text,
  add column ui_settings jsonb not null default '{}',
  add column privacy jsonb not null default '{}',
  add column profile_version integer not null default 1,
  -- When the account will be gone, once its owner has asked for that.
  add column deletes_at timestamptz;
create index users_deletes on users (deletes_at) where deletes_at is not null;

alter table auth_sessions
  -- When its holder last proved who they are: by signing in, or by a password or code since.
  add column proved_at timestamptz not null default now(),
  -- The second factor that lifted the session to aal2.
  add column factor_id uuid;

-- What we mailed to somebody: one link and one short code, kept so that neither can be read back.
create table auth_one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in
    ('signup', 'invite', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication')),
  -- Where it was sent: a code is asked for together with its address.
  email text not null,
  link_hash bytea not null unique,
  code_hash bytea not null,
  code_attempts integer not null default 0,
  code_expires_at timestamptz not null,
  link_expires_at timestamptz not null,
  -- Set when whoever asked wants the answer as a code that only their browser can use.
  code_challenge text,
  created_at timestamptz not null default now(),
  unique (user_id, kind)
);
create index auth_one_time_tokens_email on auth_one_time_tokens (email, kind);

create table auth_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  type text not null check (type in ('totp', 'phone', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text not null default '',
  sealed_secret bytea,
  phone text,
  -- The latest time step that was accepted: no step counts twice.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_factors_user on auth_factors (user_id);
create unique index auth_factors_recovery on auth_factors (user_id) where type = 'recovery_code';

create table auth_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth_factors (id) on delete cascade,
  session_id uuid not null references auth_sessions (id) on delete cascade,
  -- Of a code that was sent; a generator's codes are reckoned.
  code_hash bytea,
  attempts integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_challenges_factor on auth_challenges (factor_id);
create index auth_challenges_session on auth_challenges (session_id);

create table auth_recovery_codes (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth_factors (id) on delete cascade,
  -- The first characters, by which a code is found before the costly comparison.
  hint text not null,
  code_hash text not null,
  used_at timestamptz
);
create index auth_recovery_codes_factor on auth_recovery_codes (factor_id, hint);

-- A sign-in on its way through another service, or the short code at its end.
create table auth_flows (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  state_hash bytea unique,
  -- Of the cookie that ties the flow to the browser that began it.
  browser_hash bytea,
  sealed_verifier bytea,
  nonce text,
  redirect_to text not null,
  code_challenge text,
  -- Whoever wants to add the identity to their account, and the session they asked with.
  linking_user_id uuid references users (id) on delete cascade,
  linking_session_id uuid,
  -- From here on the flow is the short code that is worth one session.
  auth_code_hash bytea unique,
  user_id uuid references users (id) on delete cascade,
  method text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_flows_expires on auth_flows (expires_at);

-- For secrets we have to read again; used when no CLANHALL_SECRET is set.
create table sealing_keys (
  id text primary key,
  key bytea not null,
  created_at timestamptz not null default now()
);

create table user_clan_settings (
  clan_id uuid not null references clans (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  settings jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (clan_id, user_id)
);
create index user_clan_settings_user on user_clan_settings (user_id);
