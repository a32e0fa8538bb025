import type pg from "pg";

/** Drops what migrations have made but not the schema itself: the rights granted on it stay, and so do extensions. */
export async function emptySchema(client: pg.ClientBase): Promise<void> {
  const statements = await client.query<{ statement: string }>(
    `with ours as (select current_schema()::regnamespace as schema),
     extension_owned as (select objid from pg_depend where deptype = 'e')
     select case relkind when 'S' then 2 else 1 end as turn, format('drop %s if exists %s cascade',
         case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
           when 'f' then 'foreign table' else 'table' end, oid::regclass) as statement
       from pg_class, ours where relnamespace = schema and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
         and not relispartition and oid not in (select objid from extension_owned)
     union all
     select 3, format('drop routine if exists %s cascade', oid::regprocedure)
       from pg_proc, ours where pronamespace = schema and oid not in (select objid from extension_owned)
     union all
     select 4, format('drop type if exists %s cascade', t.oid::regtype)
       from pg_type t, ours where typnamespace = schema and oid not in (select objid from extension_owned)
         and (typtype in ('e', 'd', 'r') or exists (select from pg_class c where c.oid = typrelid and relkind = 'c'))
     order by turn`,
  );
  for (const { statement } of statements.rows) await client.query(statement);
}
