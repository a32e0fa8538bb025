-- One link per clan, made to be posted: whoever opens it asks to join, and officers decide.
create table join_links (
  clan_id uuid primary key references clans (id) on delete cascade,
  -- Found by the hash; shown again to those who may post it, so sealed and not only hashed.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  is_on boolean not null,
  names text not null default 'typed' check (names in ('typed', 'list')),
  question text check (char_length(question) <= 200),
  expires_at timestamptz,
  max_uses integer check (max_uses between 1 and 5000),
  uses integer not null default 0,
  created_by uuid references users (id) on delete set null,
  rotated_at timestamptz not null default now(),
  version integer not null default 1
);

create table join_requests (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- The player somebody chose from the list.
  wanted_member_id uuid,
  -- As it was typed, or as the chosen player was called then.
  name text not null,
  answer text not null default '',
  note text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
  -- Who they became.
  member_id uuid,
  decided_by uuid references users (id) on delete set null,
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  version integer not null default 1,
  primary key (clan_id, id),
  foreign key (clan_id, wanted_member_id) references clan_members (clan_id, id) on delete set null (wanted_member_id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete set null (member_id)
);
create unique index join_requests_id on join_requests (id);
create unique index join_requests_waiting on join_requests (clan_id, user_id) where state = 'waiting';
create index join_requests_user on join_requests (user_id, created_at);
create index join_requests_age on join_requests (state, expires_at);

create table join_blocks (
  clan_id uuid not null references clans (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  blocked_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (clan_id, user_id)
);
create index join_blocks_user on join_blocks (user_id);
