create table bulletins (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  title text not null,
  -- Sanitised before it is stored.
  content text not null,
  audience text not null default 'everyone' check (audience in ('everyone', 'maintainers')),
  pinned boolean not null default false,
  post_to_discord boolean not null default false,
  -- Null for a draft; from this moment on it can be read, until the next one.
  publish_at timestamptz,
  expires_at timestamptz,
  -- When everybody was told that it can be read, and that it no longer can.
  published_told_at timestamptz,
  expired_told_at timestamptz,
  -- The last change of its words after it could be read.
  edited_at timestamptz,
  deleted_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (clan_id, id),
  check (expires_at is null or publish_at is null or expires_at > publish_at)
);
create index bulletins_newest on bulletins (clan_id, publish_at desc) where deleted_at is null;
create index bulletins_to_publish on bulletins (publish_at) where published_told_at is null and deleted_at is null;
create index bulletins_to_expire on bulletins (expires_at) where expired_told_at is null and deleted_at is null;
create index bulletins_binned on bulletins (deleted_at) where deleted_at is not null;

-- What a bulletin said before each change of its words.
create table bulletin_versions (
  clan_id uuid not null,
  bulletin_id uuid not null,
  version integer not null,
  title text not null,
  content text not null,
  -- Who wrote these words, and when.
  written_by uuid references users (id) on delete set null,
  written_at timestamptz not null,
  primary key (clan_id, bulletin_id, version),
  foreign key (clan_id, bulletin_id) references bulletins (clan_id, id) on delete cascade
);

create table bulletin_readers (
  clan_id uuid not null,
  bulletin_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (clan_id, bulletin_id, user_id),
  foreign key (clan_id, bulletin_id) references bulletins (clan_id, id) on delete cascade
);
create index bulletin_readers_user on bulletin_readers (user_id);
