create table games (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  icon text not null default '',
  is_active boolean not null default true,
  position integer not null default 0,
  week_start integer not null default 1 check (week_start between 1 and 7),
  -- [{label, time_zone, reset_time, reset_in_utc}]
  servers jsonb not null default '[]',
  -- [{key, name, activities: [...]}]
  templates jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index games_name on games (lower(name));

alter table clans
  add column game_id uuid references games (id) on delete set null,
  add column game_server text,
  add column week_start integer not null default 1 check (week_start between 1 and 7),
  add column late_days integer not null default 2 check (late_days between 0 and 14),
  add column grace_days integer not null default 3 check (grace_days between 0 and 30),
  -- What the owner switched away from the defaults.
  add column toggles jsonb not null default '{}',
  add column archived_at timestamptz,
  add column deletes_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create index clans_deletes on clans (deletes_at) where deletes_at is not null;

-- When the clan's day begins, from a clan date on. Days before keep the rule they had.
create table clan_day_rules (
  clan_id uuid not null references clans (id) on delete cascade,
  effective_from date not null,
  time_zone text not null,
  reset_time text not null check (reset_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  reset_in_utc boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (clan_id, effective_from)
);
insert into clan_day_rules (clan_id, effective_from, time_zone, reset_time)
select id, date '1970-01-01', 'UTC', '00:00' from clans;

alter table clan_members
  -- The name as readers compare it: without case, Unicode form and invisible characters.
  add column name_key text not null default '',
  add column aliases jsonb not null default '[]',
  add column groups jsonb not null default '[]',
  add column public_note text not null default '',
  add column officer_note text not null default '',
  add column main_member_id uuid,
  add column merged_into_id uuid,
  add column version integer not null default 1;
update clan_members set name_key = lower(normalize(name, NFKC)) || ' ' || id where true;
create unique index clan_members_name on clan_members (clan_id, name_key) where status <> 'removed';
-- A clan has exactly one owner, who is not removed.
create unique index clan_members_owner on clan_members (clan_id) where role = 'owner' and status <> 'removed';

-- The days on which a player was on the roster; an open end means still.
create table clan_member_spans (
  clan_id uuid not null,
  member_id uuid not null,
  starts_on date not null,
  ends_on date,
  primary key (clan_id, member_id, starts_on),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade,
  check (ends_on is null or ends_on >= starts_on)
);
insert into clan_member_spans (clan_id, member_id, starts_on, ends_on)
select
  clan_id, id, (joined_at at time zone 'UTC')::date,
  case when status <> 'active' then (greatest(joined_at, updated_at) at time zone 'UTC')::date end
from clan_members;

create table clan_member_away (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  reason text,
  primary key (clan_id, id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade,
  check (ends_on >= starts_on)
);
create index clan_member_away_member on clan_member_away (clan_id, member_id);

-- Enough to take a merge back: both rows as they were.
create table clan_member_merges (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  keep_id uuid not null,
  drop_id uuid not null,
  before jsonb not null,
  merged_by uuid references users (id) on delete set null,
  merged_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (clan_id, id)
);

create table clan_transfers (
  clan_id uuid primary key references clans (id) on delete cascade,
  to_member_id uuid not null,
  -- Whom the offer is made to: a player may get another account later.
  to_user_id uuid not null references users (id) on delete cascade,
  offered_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  foreign key (clan_id, to_member_id) references clan_members (clan_id, id) on delete cascade
);

create table invites (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  clan_member_id uuid not null,
  -- Found by the hash; shown again to those who may invite, so sealed and not only hashed.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  sealed_code bytea not null,
  is_processed boolean not null default false,
  processed_at timestamptz,
  processed_by_user_id uuid references users (id) on delete set null,
  cancelled_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default now(),
  primary key (clan_id, id),
  foreign key (clan_id, clan_member_id) references clan_members (clan_id, id) on delete cascade
);
create unique index invites_id on invites (id);
-- One open invite per player; one past its time is cancelled when the next is written.
create unique index invites_open on invites (clan_id, clan_member_id) where not is_processed and cancelled_at is null;

-- What a right code is worth: thirty minutes to sign in and link, once.
create table invite_sessions (
  id uuid primary key default gen_random_uuid(),
  clan_id uuid not null,
  invite_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (clan_id, invite_id) references invites (clan_id, id) on delete cascade
);
create index invite_sessions_invite on invite_sessions (clan_id, invite_id);

-- Wrong codes per token, also of tokens that never were: both are counted and refused alike.
create table invite_guesses (
  token_hash bytea primary key,
  wrong integer not null default 0,
  locked_until timestamptz,
  guessed_at timestamptz not null default now()
);

create table clan_audit (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  action text not null,
  actor_user_id uuid,
  -- The actor's name then: rows outlive players and accounts.
  actor_name text,
  target_type text not null,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  source text not null default 'ui' check (source in ('ui', 'import', 'api', 'self')),
  reason text,
  request_id text,
  -- Roles, invites, ownership: for the owner's eyes.
  is_security boolean not null default false,
  primary key (clan_id, id)
);
create index clan_audit_newest on clan_audit (clan_id, at desc, id desc);
create index clan_audit_target on clan_audit (clan_id, target_id, at desc);

create table activities (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  short_label text not null,
  description text not null default '',
  category text not null default '',
  icon text not null default '',
  color text not null default '',
  value_type text not null default 'whole' check (value_type in ('whole', 'decimal', 'yes_no', 'duration')),
  unit text not null default '',
  aggregate text not null default 'sum' check (aggregate in ('sum', 'best', 'latest', 'days_done')),
  min_value numeric,
  max_value numeric,
  start_date date,
  end_date date,
  entry_by text not null default 'maintainers' check (entry_by in ('maintainers', 'members')),
  is_public boolean not null default true,
  is_active boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clan_id, id)
);
create unique index activities_name on activities (clan_id, name_key);

-- How an activity is scored, from a clan date on.
create table activity_rules (
  clan_id uuid not null,
  activity_id uuid not null,
  effective_from date not null,
  points_per_unit numeric(8, 2) not null default 1,
  missing_points numeric(8, 2) not null default 0 check (missing_points <= 0),
  daily_cap numeric,
  daily_target numeric,
  weekly_target numeric,
  weekdays integer[] not null default '{1,2,3,4,5,6,7}',
  primary key (clan_id, activity_id, effective_from),
  foreign key (clan_id, activity_id) references activities (clan_id, id) on delete cascade
);

-- What a repeated request with the same key is answered with.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer,
  -- Sealed: an answer may carry what is shown to one person alone.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
