-- Accounts that ended took their players off the roster with their roles, and as somebody's alts.
update clan_members set main_member_id = null, role = 'member'
where status = 'removed' and (main_member_id is not null or role <> 'member');
