-- What the list of users is searched in, in small letters: to lower everybody's at each search took most of its time.
alter table users
  add column search_words text not null
  generated always as (lower(display_name || chr(10) || coalesce(email, ''))) stored;

-- Finds parts of words. Where the extension is missing or not allowed, searches read everybody instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index users_search on users using gin (search_words gin_trgm_ops);
exception when feature_not_supported or undefined_file or insufficient_privilege or undefined_object then
  raise notice 'Users are searched without an index: %', sqlerrm;
end $$;

-- The list is read page by page in these orders; each index is written as its query is.
create index users_name on users ((left(lower(display_name), 40) collate "C"), id) where deleted_at is null;
create index users_last_sign_in on users (coalesce(last_sign_in_at, 'epoch') desc, id desc) where deleted_at is null;

-- Few are suspended.
create index users_suspended on users (banned_until) where banned_until is not null;
