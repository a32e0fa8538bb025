create table scoreboards (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  title text not null,
  description text not null default '',
  measure text not null check (measure in ('points', 'activity', 'consistency', 'streak', 'improvement')),
  -- [{activity_id, weight}]
  activities jsonb not null,
  -- {kind, from?, to?, days?}
  period jsonb not null,
  -- {kind, ids}
  members jsonb not null,
  include_former boolean not null default false,
  min_due_days integer not null default 0,
  top_n integer,
  ties text not null default 'standard' check (ties in ('standard', 'dense')),
  sort_order text not null default 'high' check (sort_order in ('high', 'low')),
  name_display text not null default 'name' check (name_display in ('name', 'alias', 'initials')),
  columns jsonb not null default '[]',
  state text not null default 'active' check (state in ('active', 'ended', 'archived')),
  -- The frozen result of a board that has ended.
  result jsonb,
  ended_at timestamptz,
  -- A fixed period ends its board when nothing can be entered any more; not again once somebody has opened it anew.
  ends_by_itself boolean not null default true,
  -- First day of the week or month that runs; the job freezes it when another has begun.
  running_from date,
  -- Found by the hash; shown again to the clan, so sealed and not only hashed.
  share_hash bytea unique,
  share_sealed bytea,
  share_expires_at timestamptz,
  -- Argon2id; and how often it changed, so that a new passcode ends what an old one opened.
  passcode_hash text,
  passcode_version integer not null default 0,
  views bigint not null default 0,
  deleted_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (clan_id, id),
  check ((share_hash is null) = (share_sealed is null))
);
create unique index scoreboards_id on scoreboards (id);
create index scoreboards_running on scoreboards (running_from) where running_from is not null and state = 'active';

-- Frozen results of past weeks and months.
create table scoreboard_periods (
  clan_id uuid not null,
  scoreboard_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  result jsonb not null,
  frozen_at timestamptz not null default now(),
  primary key (clan_id, scoreboard_id, starts_on),
  foreign key (clan_id, scoreboard_id) references scoreboards (clan_id, id) on delete cascade
);

-- Whatever is audited may change what a board shows: names, rosters, rules, settings. Every instance hears of it.
create function tell_clan_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify(
    'clanhall_events',
    json_build_object('id', gen_random_uuid(), 'topic', 'boards/' || clan_id, 'name', 'changed', 'data', null)::text
  )
  from (select distinct clan_id from written) as clans;
  return null;
end
$$;
create trigger clan_audit_told after insert on clan_audit
referencing new table as written for each statement execute function tell_clan_changed();

-- What the last account of a player wanted strangers to read: leaving a clan must not bring a hidden name to light.
alter table clan_members add column kept_choice text check (kept_choice in ('name', 'alias', 'hidden'));

create function keep_name_choice() returns trigger language plpgsql as $$
begin
  new.kept_choice := (
    select coalesce(settings.settings ->> 'public_name', users.privacy ->> 'public_name')
    from users
    left join user_clan_settings as settings on settings.user_id = users.id and settings.clan_id = old.clan_id
    where users.id = old.user_id
  );
  return new;
end
$$;
create trigger clan_members_choice before update of user_id on clan_members
for each row when (old.user_id is not null and new.user_id is null) execute function keep_name_choice();
