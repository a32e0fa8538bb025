-- Open event streams are closed when what allowed them ends. A trigger hears of every way in which that happens.
create function notify_access_ended(name text, data json) returns void language sql as $$
  select pg_notify(
    'clanhall_events',
    json_build_object('id', gen_random_uuid(), 'topic', 'access', 'name', name, 'data', data)::text
  )
$$;

create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform notify_access_ended('session-ended', json_build_object('session_id', old.id));
  return null;
end
$$;
create trigger auth_sessions_ended after delete on auth_sessions
for each row execute function tell_session_ended();

-- A session whose refresh token was used twice is over too; its row stays for a while.
create trigger auth_sessions_reused after update of reused_at on auth_sessions
for each row when (old.reused_at is null and new.reused_at is not null) execute function tell_session_ended();

create function tell_membership_ended() returns trigger language plpgsql as $$
begin
  perform notify_access_ended(
    'membership-ended', json_build_object('clan_id', old.clan_id, 'user_id', old.user_id)
  );
  return null;
end
$$;
create trigger clan_members_left after update of user_id, status on clan_members
for each row when (
  old.user_id is not null and old.status = 'active'
  and (new.user_id is distinct from old.user_id or new.status <> 'active')
) execute function tell_membership_ended();
create trigger clan_members_deleted after delete on clan_members
for each row when (old.user_id is not null) execute function tell_membership_ended();
