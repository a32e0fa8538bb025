-- Entries and their versions are going to be split by months, and what is there stays where it is as the first part. New
-- rows keep to its last day from now on, which is one that nobody can have reached; rows that are there are looked at by
-- the next migration, while everybody goes on working.
do $$
declare
  latest date;
  ends date;
  split text;
begin
  select max(last_entry.day) into latest from clans,
    lateral (
      (select day from entries where clan_id = clans.id order by day desc limit 1)
      union all
      (select day from entry_versions where clan_id = clans.id order by day desc limit 1)
    ) as last_entry;
  ends := date_trunc('month', greatest(latest, current_date) + interval '2 months');
  foreach split in array array['entries', 'entry_versions'] loop
    execute format('alter table %I add constraint first_part check (day < %L) not valid', split, ends);
  end loop;
end
$$;
