-- The colour of a player's avatar, the same wherever the player is shown. The default is for the first of a new clan,
-- and for instances of the release before, which add players without a colour while this one starts.
alter table clan_members
  add column tint smallint not null default 1 check (tint between 1 and 8);

-- Those who are here already share the colours evenly, first whoever is on the roster.
update clan_members set tint = spread.tint
from (
  select
    clan_id, id,
    (row_number() over (partition by clan_id order by status = 'removed', created_at, id) - 1) % 8 + 1 as tint
  from clan_members
) as spread
where clan_members.clan_id = spread.clan_id and clan_members.id = spread.id;
