-- Tokens for programs that administer the accounts, as the command makes them: by this id one can be revoked.
create table service_tokens (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
