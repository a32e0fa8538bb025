create table webhooks (
  clan_id uuid not null references clans (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  -- Whoever knows the address may post: sealed, and shown by its last letters alone.
  url_sealed bytea not null,
  url_hint text not null,
  events text[] not null,
  -- Hours before the clan's reset at which missing entries are named.
  reminder_hours integer not null default 2 check (reminder_hours between 1 and 12),
  -- Failed deliveries in a row; ten switch the webhook off.
  failures integer not null default 0,
  disabled_at timestamptz,
  disabled_reason text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (clan_id, id)
);

-- What is to be posted and what became of it; a subject is posted to a webhook once, and edited from then on.
create table webhook_deliveries (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  event text not null,
  -- What it is about: a bulletin, a board, a day, a player.
  subject text not null,
  -- Ids and days to write the message from when it is sent.
  facts jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  -- How often what it is about has changed since it was asked for, and when it was last sent.
  wanted integer not null default 1,
  delivered integer not null default 0,
  status integer,
  problem text,
  -- Discord's own, to edit the message by.
  message_id text,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (clan_id, id),
  unique (clan_id, webhook_id, event, subject),
  foreign key (clan_id, webhook_id) references webhooks (clan_id, id) on delete cascade
);
create index webhook_deliveries_latest on webhook_deliveries (clan_id, webhook_id, created_at desc);
create index webhook_deliveries_old on webhook_deliveries (created_at);
