-- Whether an absence that a member announces counts at once, or after an officer accepted it.
alter table clans
  add column members_away text not null default 'at_once' check (members_away in ('at_once', 'approval'));

-- What members ask their officers for: another value, or to be away.
create table member_requests (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('value', 'away')),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'settled')),
  member_id uuid not null,
  -- Of a value: which one, what it should be, and the version that the asker saw.
  activity_id uuid,
  day date,
  value numeric(12, 2),
  is_excused boolean not null default false,
  base_version integer,
  -- What the value was when it was asked for; both null for a missing one.
  was_value numeric(12, 2),
  was_excused boolean not null default false,
  -- Of an absence.
  starts_on date,
  ends_on date,
  reason text not null default '',
  -- The officer's player; null for what counted at once.
  decided_by uuid,
  decided_at timestamptz,
  -- What the officer said.
  answer text,
  -- When the one who asked read the answer.
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (clan_id, id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade,
  foreign key (clan_id, activity_id) references activities (clan_id, id) on delete cascade,
  check (
    case kind
      when 'value' then activity_id is not null and day is not null and base_version is not null
      else starts_on is not null and ends_on >= starts_on
    end
  )
);
create unique index member_requests_value on member_requests (clan_id, member_id, activity_id, day)
where kind = 'value' and state = 'open';
create index member_requests_open on member_requests (clan_id, created_at) where state = 'open';
create index member_requests_member on member_requests (clan_id, member_id, created_at);

-- Who needs attention in a clan, and what happens then. A clan without a row has the usual rules.
create table attention_rules (
  clan_id uuid primary key references clans (id) on delete cascade,
  rules jsonb not null,
  warning_texts jsonb not null,
  -- After so many active warnings removing the player is suggested.
  removal_after integer check (removal_after between 1 and 20),
  changed_by uuid,
  changed_at timestamptz not null default now(),
  version integer not null default 1
);

create table attention_hidden (
  clan_id uuid not null,
  member_id uuid not null,
  until date not null,
  hidden_by uuid not null,
  hidden_at timestamptz not null default now(),
  primary key (clan_id, member_id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade
);

create table member_warnings (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  message text not null,
  -- The last day on which it is active; without one it has no end.
  ends_on date,
  given_by uuid not null,
  given_at timestamptz not null default now(),
  lifted_by uuid,
  lifted_at timestamptz,
  lifted_reason text,
  primary key (clan_id, id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade
);
create index member_warnings_member on member_warnings (clan_id, member_id, given_at);

create table member_notes (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  note text not null,
  written_by uuid not null,
  written_at timestamptz not null default now(),
  primary key (clan_id, id),
  foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade
);
create index member_notes_member on member_notes (clan_id, member_id, written_at);
