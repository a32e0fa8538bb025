-- Players and aliases that an import brought along, so that its undo can take them back.
alter table entry_imports
  add column added_members uuid[] not null default '{}',
  add column added_aliases jsonb not null default '[]';

-- Where a game's list stands in its pictures, and what its columns count.
create table screenshot_layouts (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  -- Words above the list, by which it is known again.
  signs jsonb not null,
  -- In thousandths of the picture's width.
  geometry jsonb not null,
  -- Names that cannot be read as letters: hashes of their pictures, and whose they are.
  known_crops jsonb not null default '[]',
  created_by uuid,
  last_used_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (clan_id, id),
  foreign key (clan_id, created_by) references clan_members (clan_id, id) on delete set null (created_by)
);
