-- Accounts that earlier releases deleted left the names of the players who had been merged into theirs. They lose what
-- was said about them as they do now, when an account is deleted.
create temporary table former_players on commit drop as
with recursive player as (
  select clan_id, id from clan_members where status = 'removed' and user_id is null and name_key = 'former member'
  union
  select dropped.clan_id, dropped.id
  from player
  join clan_members as dropped on dropped.clan_id = player.clan_id and dropped.merged_into_id = player.id
)
select clan_id, id from player;

update clan_audit set target_name = 'Former member', before = null, after = null, reason = null
from former_players as player
where clan_audit.clan_id = player.clan_id and clan_audit.target_id = player.id::text;

-- Whoever was merged with one of them for a while, until that was undone, has an event that names them.
update clan_audit set after = after || '{"dropped": "Former member"}'
from former_players as player
where clan_audit.clan_id = player.clan_id
  and clan_audit.action = 'member.merge' and clan_audit.after ->> 'dropped_id' = player.id::text;
update clan_audit set after = after || '{"kept": "Former member"}'
from former_players as player
where clan_audit.clan_id = player.clan_id
  and clan_audit.action = 'member.merged_into' and clan_audit.after ->> 'kept_id' = player.id::text;

update entry_versions set reason = null
from former_players as player
where entry_versions.reason is not null
  and entry_versions.clan_id = player.clan_id and entry_versions.member_id = player.id;
update entry_imports as import set added_aliases = coalesce((
  select jsonb_agg(added) from jsonb_array_elements(import.added_aliases) as added
  where added ->> 'member_id' not in (select id::text from former_players)
), '[]')
from former_players as player
where import.clan_id = player.clan_id
  and import.added_aliases @> jsonb_build_array(jsonb_build_object('member_id', player.id));

delete from member_requests as kept using former_players as player
where kept.clan_id = player.clan_id and kept.member_id = player.id;
delete from member_warnings as kept using former_players as player
where kept.clan_id = player.clan_id and kept.member_id = player.id;
delete from member_notes as kept using former_players as player
where kept.clan_id = player.clan_id and kept.member_id = player.id;
delete from attention_hidden as kept using former_players as player
where kept.clan_id = player.clan_id and kept.member_id = player.id;

delete from clan_member_merges as merge using former_players as player
where merge.clan_id = player.clan_id and player.id in (merge.keep_id, merge.drop_id);
update clan_member_away as away set reason = null
from former_players as player
where away.clan_id = player.clan_id and away.member_id = player.id;
update clan_members as member
set name = 'Former member', name_key = 'former member', aliases = '[]', groups = '[]', public_note = '',
  officer_note = '', version = member.version + 1, updated_at = now()
from former_players as player
where member.clan_id = player.clan_id and member.id = player.id and member.merged_into_id is not null;
