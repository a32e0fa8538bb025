-- When a refresh token was used again after its time: the session is over, and says why for a few days.
alter table auth_sessions add column reused_at timestamptz;

-- ID tokens of providers that somebody signed in with, until they end: each is accepted once.
create table auth_used_id_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index auth_used_id_tokens_expires on auth_used_id_tokens (expires_at);
