-- The Discord app of the installation, and which commands it was given last.
create table discord_app (
  id text primary key,
  commands_hash text not null,
  registered_at timestamptz not null default now()
);

-- Interactions of the last minutes: one that comes again does nothing.
create table discord_seen (
  interaction_id text primary key,
  seen_at timestamptz not null default now()
);
create index discord_seen_age on discord_seen (seen_at);

-- Shown in the product and typed in Discord, once: with a clan it connects a channel, without one an account.
create table discord_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  clan_id uuid references clans (id) on delete cascade,
  expires_at timestamptz not null
);
create index discord_codes_user on discord_codes (user_id);
create index discord_codes_age on discord_codes (expires_at);

-- Who is who on Discord. It is no way to sign in.
create table discord_links (
  user_id uuid primary key references users (id) on delete cascade,
  discord_user_id text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

-- A channel the bot posts to is told of the same events as a webhook, and has no address.
alter table webhooks
  add column kind text not null default 'webhook' check (kind in ('webhook', 'bot')),
  add column guild_id text,
  add column guild_name text,
  add column channel_id text,
  add column channel_name text,
  add column app_permissions text,
  add column mention_missing boolean not null default false,
  alter column url_sealed drop not null,
  alter column url_hint drop not null,
  add constraint webhooks_address check ((kind = 'webhook') = (url_sealed is not null)),
  add constraint webhooks_channel check ((kind = 'bot') = (channel_id is not null and guild_id is not null));
create unique index webhooks_channels on webhooks (clan_id, channel_id) where kind = 'bot';
create index webhooks_guild on webhooks (guild_id) where kind = 'bot';

alter table clan_audit
  drop constraint clan_audit_source_check,
  add constraint clan_audit_source_check check (source in ('ui', 'import', 'api', 'self', 'discord'));
alter table entries
  drop constraint entries_source_check,
  add constraint entries_source_check check (source in ('ui', 'import', 'api', 'self', 'discord'));
alter table entry_versions
  drop constraint entry_versions_source_check,
  add constraint entry_versions_source_check check (source in ('ui', 'import', 'api', 'self', 'discord'));
