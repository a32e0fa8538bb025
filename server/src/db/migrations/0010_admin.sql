-- What app admins did, to whom and why; rows are only ever added.
create table admin_audit (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  -- Null for the command line, or when they are gone.
  actor_id uuid references users (id) on delete set null,
  -- Such as "user.suspend".
  action text not null,
  target_type text not null,
  target_id text,
  -- As it was called then.
  target text,
  reason text,
  before jsonb,
  after jsonb,
  request_id text
);
create index admin_audit_latest on admin_audit (at desc, id desc);
create index admin_audit_target on admin_audit (target_type, target_id, at desc);

-- The list of users is read in the order of their arrival.
create index users_arrival on users (created_at desc, id desc);
