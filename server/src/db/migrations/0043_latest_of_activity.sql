-- When a value that counts on a board was last saved: the latest of each of its activities, without reading what was
-- saved of others.
create index entry_versions_activity on entry_versions (clan_id, activity_id, entered_at desc);
