-- Entries and their versions by their day: the first part has all that was there, then comes a part for each month, made
-- ahead by `migrate` and by a job, and the last one takes the days that have no part of their own yet. No row is moved,
-- and none is read: the first part's days, keys and references were checked before.
do $$
declare
  split text;
  ends date;
  renamed record;
begin
  foreach split in array array['entries', 'entry_versions'] loop
    select substring(pg_get_constraintdef(oid) from '\d{4}-\d\d-\d\d') into ends
    from pg_constraint where conrelid = split::regclass and conname = 'first_part';
    execute format('alter table %I rename to %I', split, split || '_first');
    for renamed in
      select indexrelid::regclass::text as name from pg_index where indrelid = (split || '_first')::regclass
    loop
      execute format('alter index %I rename to %I', renamed.name, split || '_first' || substr(renamed.name, length(split) + 1));
    end loop;
    execute format('create table %I (like %I including defaults including constraints) partition by range (day)', split, split || '_first');
    execute format('alter table %I drop constraint first_part', split);
  end loop;

  alter table entries add primary key (clan_id, day, member_id, activity_id);
  create index entries_member on entries (clan_id, member_id, day);
  create index entries_activity on entries (clan_id, activity_id, day);
  alter table entries
    add constraint entries_clan_id_member_id_fkey
      foreign key (clan_id, member_id) references clan_members (clan_id, id) on delete cascade,
    add constraint entries_clan_id_activity_id_fkey
      foreign key (clan_id, activity_id) references activities (clan_id, id) on delete cascade;

  alter table entry_versions add primary key (clan_id, day, member_id, activity_id, version);
  create index entry_versions_time on entry_versions (clan_id, entered_at desc);
  create index entry_versions_import on entry_versions (clan_id, import_id) where import_id is not null;
  alter table entry_versions
    add constraint entry_versions_clan_id_fkey foreign key (clan_id) references clans (id) on delete cascade;

  foreach split in array array['entries', 'entry_versions'] loop
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', split, split || '_first', ends);
    execute format('alter table %I drop constraint first_part', split || '_first');
    execute format('create table %I partition of %I default', split || '_rest', split);
    -- Far more inserts than changes: by PostgreSQL's own settings a large part is hardly ever vacuumed.
    execute format(
      'alter table %I set (autovacuum_vacuum_insert_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)', split || '_first');
  end loop;
end
$$;
