import { Client, type ClientBase, type ClientConfig } from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { landedMigrations, listMigrationFiles, type Migration, type MigrationFile } from "./migration-files.ts";
import { StartError } from "./start-error.ts";

export const migrationsTable = "clanhall_migrations";

/** Brings the schema up to this release and returns what it applied; of several instances at once, one does the work. */
export async function migrate(connection: ClientConfig, folder = landedMigrations): Promise<Migration[]> {
  const files = await listMigrationFiles(folder);
  const client = new Client({ ...connection, statement_timeout: 0, application_name: "clanhall-migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${advisoryLocks.migrations})`);
    const applied = await listApplied(client);
    refuseUnknown(applied, files);
    const missing = files.slice(applied.length);
    for (const file of missing) {
      await client.query("begin");
      await applyMigration(client, file);
      await client.query("commit");
    }
    return missing.map(({ number, name, checksum }) => ({ number, name, checksum }));
  } finally {
    await client.end();
  }
}

/** Looks before it creates: a role that may not create tables is enough once the schema is there. */
export async function listApplied(client: ClientBase): Promise<Migration[]> {
  const { rows } = await client.query("select to_regclass($1) is not null as exists", [migrationsTable]);
  if (!rows[0].exists) return [];
  const applied = await client.query<Migration>(
    `select number, name, checksum from ${migrationsTable} order by number`,
  );
  return applied.rows;
}

/** Runs inside the caller's transaction, so that a migration is either there and recorded, or neither. */
export async function applyMigration(client: ClientBase, file: MigrationFile): Promise<void> {
  try {
    await client.query(`create table if not exists ${migrationsTable} (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`);
    await client.query(file.sql);
    await client.query(`insert into ${migrationsTable} (number, name, checksum) values ($1, $2, $3)`, [
      file.number,
      file.name,
      file.checksum,
    ]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Migration ${file.name} failed and nothing of it was kept: ${reason}.`, { cause: error });
  }
}

/** Only a database whose history is the beginning of ours can be brought further. */
export function refuseUnknown(applied: Migration[], files: MigrationFile[]): void {
  for (const [position, { name, checksum }] of applied.entries()) {
    const file = files[position];
    if (!file) {
      throw new StartError(
        `The database is newer than this Clanhall (it has ${name}); update Clanhall, or restore a backup made by this release.`,
      );
    }
    if (file.name !== name || file.checksum !== checksum) {
      throw new StartError(
        `Migration ${file.name} was changed after it had been applied; put the file back as it was and add a new migration instead.`,
      );
    }
  }
}
