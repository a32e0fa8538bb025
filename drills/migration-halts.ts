/** Makes every statement that changes the schema count itself, and the wanted one wait to be killed; 0 is none. */
export function haltAt(statement: number): string {
  return `create schema drill;
    create sequence drill.statements;
    create function drill.count() returns event_trigger language plpgsql as $$
    begin
      if nextval('drill.statements') = ${statement} then perform pg_sleep(60); end if;
    end $$;
    create event trigger drill_count on ddl_command_end execute function drill.count();`;
}

export const isHalted =
  "select exists (select from pg_stat_activity where datname = $1 and wait_event = 'PgSleep') as halted";

export const statementsSoFar = "select last_value::int as total from drill.statements";

/** Everything a migration can make but the parts of tables, as text in one order, and how many migrations are on record. */
export const readSchema = `
  with part_of_table as (select oid, relname from pg_class where relispartition and relkind = 'r'), parts as (
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as part
    from information_schema.columns
    where table_schema = 'public' and table_name not in (select relname from part_of_table)
    union all select indexdef from pg_indexes
    where schemaname = 'public' and tablename not in (select relname from part_of_table)
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid not in (select oid from part_of_table)
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  )
  select md5(coalesce(string_agg(part, E'\\n' order by part), '')) as schema,
    case when to_regclass('public.clanhall_migrations') is null then 0
      else (xpath('//n/text()', query_to_xml('select count(*) as n from clanhall_migrations', false, true, '')))[1]::text::int
    end as applied
  from parts`;
