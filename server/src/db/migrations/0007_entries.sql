-- Days on which an activity was put aside, as [{"from": "2026-01-05", "to": "2026-02-01"}]; an archived one has an open end.
alter table activities add column pauses jsonb not null default '[]';
-- In the bin since; emptied after thirty days.
alter table activities add column deleted_at timestamptz;
drop index activities_name;
create unique index activities_name on activities (clan_id, name_key) where deleted_at is null;
-- An activity asks nothing of the days before it existed.
update activities set start_date = created_at::date where start_date is null;

-- One cell: what one player did of one activity on one clan date. A cleared cell keeps its row, so that its versions go on.
create table entries (
  clan_id uuid not null,
  day date not null,
  member_id uuid not null,
  activity_id uuid not null,
  state text not null check (state in ('value', 'excused', 'cleared')),
  value numeric(12, 2) check ((value is not null) = (state = 'value')),
  -- By the rule that was valid on the day.
  points numeric(16, 2) not null default 0,
  is_met boolean not null default false,
  late boolean not null default false,
  version integer not null default 1,
  -- The clan's count of saves when this was written: what changed since a reader looked has a higher one.
  revision bigint not null,
  -- The player who entered it; for an API token, the one who made the token.
  entered_by uuid not null,
  entered_at timestamptz not null default now(),
  source text not null check (source in ('ui', 'import', 'api', 'self')),
  primary key (clan_id, day, member_id, activity_id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade,
  foreign key (clan_id, activity_id) references activities (clan_id, id) on delete cascade
);
create index entries_member on entries (clan_id, member_id, day);
create index entries_activity on entries (clan_id, activity_id, day);

-- Every version a cell ever had, the current one too.
create table entry_versions (
  clan_id uuid not null references clans (id) on delete cascade,
  day date not null,
  member_id uuid not null,
  activity_id uuid not null,
  version integer not null,
  state text not null check (state in ('value', 'excused', 'cleared')),
  value numeric(12, 2),
  points numeric(16, 2) not null default 0,
  late boolean not null default false,
  entered_by uuid not null,
  entered_at timestamptz not null default now(),
  source text not null check (source in ('ui', 'import', 'api', 'self')),
  reason text,
  import_id uuid,
  primary key (clan_id, day, member_id, activity_id, version)
);
create index entry_versions_time on entry_versions (clan_id, entered_at desc);
create index entry_versions_import on entry_versions (clan_id, import_id) where import_id is not null;

-- Sums of a month, kept in the transaction of each save.
create table entry_months (
  clan_id uuid not null references clans (id) on delete cascade,
  month date not null,
  member_id uuid not null,
  activity_id uuid not null,
  value_sum numeric(20, 2) not null default 0,
  points numeric(20, 2) not null default 0,
  days_entered integer not null default 0,
  days_done integer not null default 0,
  days_met integer not null default 0,
  days_excused integer not null default 0,
  primary key (clan_id, month, member_id, activity_id)
);

-- Counts the saves of a clan; whoever writes entries or their points holds its row, so that writers follow each other.
create table entry_revisions (
  clan_id uuid primary key references clans (id) on delete cascade,
  revision bigint not null default 0
);

-- Locked days that may be written again for a while.
create table reopened_days (
  clan_id uuid not null references clans (id) on delete cascade,
  day date not null,
  until timestamptz not null,
  reopened_by uuid not null,
  reason text,
  created_at timestamptz not null default now(),
  primary key (clan_id, day)
);

create table entry_imports (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  file_name text not null default '',
  file_hash bytea not null,
  format text not null check (format in ('long', 'wide')),
  policy text not null check (policy in ('skip', 'overwrite', 'add')),
  counts jsonb not null,
  imported_by uuid not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (clan_id, id)
);
create index entry_imports_file on entry_imports (clan_id, file_hash);
create index entry_imports_time on entry_imports (clan_id, created_at desc);

-- What the columns of a file meant last time, by its header.
create table entry_import_mappings (
  clan_id uuid not null references clans (id) on delete cascade,
  header_hash bytea not null,
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (clan_id, header_hash)
);

-- Keys for bots. Only a hash is kept; the token is shown once.
create table api_tokens (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  token_hash bytea not null unique,
  last_four text not null,
  scopes jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (clan_id, id)
);
