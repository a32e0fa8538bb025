-- Which role of a Discord server the bot gives, and to whom.
create table discord_role_rules (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  guild_id text not null,
  role_id text not null,
  -- As Discord called it when it was chosen.
  role_name text not null,
  rule jsonb not null,
  -- What kept the bot from giving it, the last time it tried.
  problem text,
  -- The last day on which every player was compared with Discord.
  checked_on date,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (clan_id, id)
);
create unique index discord_role_rules_once on discord_role_rules (clan_id, guild_id, role_id, rule);

-- Who has a role, and whether by us: what somebody gave by hand is never taken back.
create table discord_role_grants (
  clan_id uuid not null references clans (id) on delete cascade,
  guild_id text not null,
  role_id text not null,
  discord_user_id text not null,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('given', 'held', 'absent')),
  checked_on date not null,
  primary key (clan_id, guild_id, role_id, discord_user_id)
);
create index discord_role_grants_user on discord_role_grants (user_id);

-- Clans whose players have to be compared with the rules again.
create table discord_role_changes (
  id bigint generated always as identity primary key,
  clan_id uuid not null references clans (id) on delete cascade
);
create index discord_role_changes_clan on discord_role_changes (clan_id);

-- There are many ways to join, leave, rise and be put into a group; a trigger hears of each.
create function note_role_change(of_clan uuid) returns void language sql as $$
  insert into discord_role_changes (clan_id)
  select id from clans
  where id = of_clan and (
    exists (select from discord_role_rules where clan_id = of_clan)
    or exists (select from discord_role_grants where clan_id = of_clan)
  )
$$;

create function note_member_for_roles() returns trigger language plpgsql as $$
begin
  perform note_role_change(coalesce(new.clan_id, old.clan_id));
  return null;
end
$$;
create trigger clan_members_change_roles after update of role, groups, status, user_id on clan_members
for each row when (
  (old.user_id is not null or new.user_id is not null)
  and (old.role, old.groups, old.status, old.user_id) is distinct from (new.role, new.groups, new.status, new.user_id)
) execute function note_member_for_roles();
create trigger clan_members_come_for_roles after insert on clan_members
for each row when (new.user_id is not null) execute function note_member_for_roles();
create trigger clan_members_go_from_roles after delete on clan_members
for each row when (old.user_id is not null) execute function note_member_for_roles();
create trigger scoreboard_periods_change_roles after insert or update of result on scoreboard_periods
for each row execute function note_member_for_roles();
create trigger scoreboards_change_roles after update of state, deleted_at on scoreboards
for each row when ((old.state, old.deleted_at) is distinct from (new.state, new.deleted_at))
execute function note_member_for_roles();
create trigger webhooks_change_roles after delete on webhooks
for each row when (old.kind = 'bot') execute function note_member_for_roles();

create function note_clan_for_roles() returns trigger language plpgsql as $$
begin
  perform note_role_change(new.id);
  return null;
end
$$;
create trigger clans_change_roles after update of deletes_at on clans
for each row when (old.deletes_at is distinct from new.deletes_at) execute function note_clan_for_roles();

create function note_roles_of_user(of_user uuid) returns void language sql as $$
  select note_role_change(clan_id) from (
    select clan_id from clan_members where user_id = of_user
    union
    select clan_id from discord_role_grants where user_id = of_user
  ) as concerned
$$;

create function note_account_for_roles() returns trigger language plpgsql as $$
begin
  perform note_roles_of_user(coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create trigger discord_links_change_roles after insert or update or delete on discord_links
for each row execute function note_account_for_roles();
create trigger auth_identities_come_for_roles after insert on auth_identities
for each row when (new.provider = 'discord') execute function note_account_for_roles();
create trigger auth_identities_go_from_roles after delete on auth_identities
for each row when (old.provider = 'discord') execute function note_account_for_roles();

create function note_user_for_roles() returns trigger language plpgsql as $$
begin
  perform note_roles_of_user(new.id);
  return null;
end
$$;
create trigger users_change_roles after update of deletes_at, banned_until on users
for each row when ((old.deletes_at, old.banned_until) is distinct from (new.deletes_at, new.banned_until))
execute function note_user_for_roles();
