-- What an account did and made is found by its account when that ends, without reading what all others did.
create index clan_audit_actor on clan_audit (actor_user_id) where actor_user_id is not null;

-- What refers to an account is looked for in each of these tables when the account is deleted.
create index admin_audit_actor on admin_audit (actor_id) where actor_id is not null;
create index auth_flows_user on auth_flows (user_id) where user_id is not null;
create index auth_flows_linking on auth_flows (linking_user_id) where linking_user_id is not null;
create index bulletins_author on bulletins (created_by) where created_by is not null;
create index bulletin_versions_author on bulletin_versions (written_by) where written_by is not null;
create index clans_creator on clans (created_by) where created_by is not null;
create index clan_member_merges_actor on clan_member_merges (merged_by) where merged_by is not null;
create index clan_transfers_receiver on clan_transfers (to_user_id);
create index clan_transfers_giver on clan_transfers (offered_by) where offered_by is not null;
create index invites_creator on invites (created_by) where created_by is not null;
create index invites_user on invites (processed_by_user_id) where processed_by_user_id is not null;
create index join_blocks_actor on join_blocks (blocked_by) where blocked_by is not null;
create index join_links_creator on join_links (created_by) where created_by is not null;
create index join_requests_actor on join_requests (decided_by) where decided_by is not null;
create index scoreboards_creator on scoreboards (created_by) where created_by is not null;
create index seasons_creator on seasons (created_by) where created_by is not null;
create index seasons_actor on seasons (ended_by) where ended_by is not null;
create index webhooks_creator on webhooks (created_by) where created_by is not null;
