-- Players whose accounts were deleted were taken off the roster without a last day, so that something was due from them
-- ever after. Their last day is the one on which that was done.
update clan_member_spans as span set ends_on = greatest(span.starts_on, (member.updated_at at time zone 'UTC')::date)
from clan_members as member
where member.clan_id = span.clan_id and member.id = span.member_id
  and member.status = 'removed' and span.ends_on is null;

-- Nor are they anybody's main any more.
update clan_members as alt set main_member_id = null, version = alt.version + 1, updated_at = now()
from clan_members as main
where main.clan_id = alt.clan_id and main.id = alt.main_member_id
  and main.status = 'removed' and alt.status <> 'removed';
