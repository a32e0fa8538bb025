import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, type ClientBase, type ClientConfig } from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { makeParts } from "./parts.ts";
import { StartError } from "./start-error.ts";

export const migrationsTable = "clanhall_migrations";

export interface Migration {
  number: number;
  name: string;
  checksum: string;
}

export interface MigrationFile extends Migration {
  sql: string;
}

/** The migrations of this release, oldest first. */
export const landedMigrations = join(import.meta.dirname, "migrations");

/** Brings the schema up to this release, makes parts for the coming months and returns what it applied; of several instances at once, one does the work. */
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
    await makeParts((text) => client.query(text));
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

export async function listMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  const misplaced = files.find(({ number }, position) => number !== position + 1);
  if (misplaced) {
    throw new StartError(`Migrations are numbered 0001, 0002, … without gaps, but ${misplaced.name} is out of line.`);
  }
  return files;
}

async function readMigration(folder: string, file: string): Promise<MigrationFile> {
  const name = file.slice(0, -".sql".length);
  // A checkout on Windows may end its lines differently; the migration is still the same one.
  const sql = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
  return { number: Number.parseInt(name, 10), name, checksum: createHash("sha256").update(sql).digest("hex"), sql };
}
