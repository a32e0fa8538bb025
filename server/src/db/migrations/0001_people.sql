create table users (
  id uuid primary key default gen_random_uuid(),
  email text,
  display_name text not null default '',
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table app_admins (
  user_id uuid primary key references users (id) on delete cascade,
  note text,
  granted_at timestamptz not null default now()
);

create table login_activity (
  user_id uuid primary key references users (id) on delete cascade,
  adblock boolean,
  updated_at timestamptz not null default now()
);

create table clans (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);

create table clan_members (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid references users (id) on delete set null,
  name text not null,
  role text not null default 'member' check (role in ('owner', 'maintainer', 'member')),
  status text not null default 'active' check (status in ('active', 'inactive', 'removed')),
  created_at timestamptz not null default now(),
  joined_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clan_id, id)
);
create unique index clan_members_account on clan_members (clan_id, user_id) where user_id is not null;
create index clan_members_user on clan_members (user_id) where user_id is not null;
