import { type ClientBase, escapeIdentifier } from "pg";
import { migrationsTable } from "../db/migrate.ts";
import type { BackupTable } from "./backup-format.ts";

/** Our tables and the columns that are stored rather than generated; the job queue lives in a schema of its own. */
export async function listTables(client: ClientBase): Promise<Omit<BackupTable, "rows">[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> $1
     group by c.oid order by c.relname`,
    [migrationsTable],
  );
  return rows;
}

export async function countRows(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ total: string }>(`select count(*) as total from ${quoted(table)}`);
  return Number(rows[0]?.total);
}

export async function listSequences(client: ClientBase): Promise<{ name: string; last_value: string }[]> {
  const { rows } = await client.query<{ name: string; last_value: string }>(
    `select sequencename::text as name, last_value::text from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
  return rows;
}

export function quoted(name: string): string {
  return escapeIdentifier(name);
}

export function columnList({ columns }: { columns: string[] }): string {
  return columns.map(quoted).join(", ");
}
