-- Accounts that were deleted left their names with the requests and invites by which they had come. A request whose event
-- has no actor any more was theirs; an invite was theirs if its player is a former member.
update clan_audit set target_name = 'Former member'
from clan_audit as asked
where asked.action = 'join_request.create' and asked.actor_user_id is null
  and clan_audit.clan_id = asked.clan_id and clan_audit.target_id = asked.target_id;
update clan_audit set target_name = 'Former member'
from invites
join clan_members as player on player.clan_id = invites.clan_id and player.id = invites.clan_member_id
where player.status = 'removed' and player.user_id is null and player.name_key = 'former member'
  and clan_audit.clan_id = invites.clan_id and clan_audit.target_id = invites.id::text;
