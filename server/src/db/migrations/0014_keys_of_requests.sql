alter table idempotency_keys
  -- Which try holds the key: one that lost it to a later try cannot commit any more.
  add column claim uuid not null default gen_random_uuid(),
  -- Written in the very transaction that does the work, so that nobody does it again after a crash.
  add column done_at timestamptz;
