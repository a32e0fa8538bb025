-- A named range of days. Ending one freezes its boards and gives awards, which are kept with it.
create table seasons (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  starts_on date not null,
  ends_on date not null,
  -- Its own board, which has the same days and carries its link.
  board_id uuid,
  ended_at timestamptz,
  ended_by uuid references users (id) on delete set null,
  -- {measure, activity_ids, podium, awards, public?}
  result jsonb,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (clan_id, id),
  foreign key (clan_id, board_id) references scoreboards (clan_id, id) on delete set null (board_id),
  check (starts_on <= ends_on),
  check ((ended_at is null) = (result is null))
);
create unique index seasons_id on seasons (id);

-- The season with which a board ends.
alter table scoreboards
  add column season_id uuid,
  add foreign key (clan_id, season_id) references seasons (clan_id, id) on delete set null (season_id);
create index scoreboards_season on scoreboards (clan_id, season_id) where season_id is not null;
