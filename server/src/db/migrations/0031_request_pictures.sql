-- Pictures that prove what somebody asks for, drawn anew before they are kept. Deleted 30 days after the decision.
create table request_pictures (
  clan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  position smallint not null,
  png bytea not null,
  created_at timestamptz not null default now(),
  primary key (clan_id, id),
  unique (clan_id, request_id, position),
  foreign key (clan_id, request_id) references member_requests (clan_id, id) on delete cascade
);
-- What an account's dashboard asks for at each visit.
create index member_requests_answered on member_requests (clan_id, member_id, decided_at)
where seen_at is null and decided_by is not null;
