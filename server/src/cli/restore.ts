import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { findSealingFile, hasForeignKeys, readSealingSecrets } from "../access/sealing.ts";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { openDatabase } from "../db/database.ts";
import { applyMigration } from "../db/migrate.ts";
import { replaceParts } from "../db/parts.ts";
import { errorCode, StartError } from "../db/start-error.ts";
import type { Settings } from "../settings.ts";
import {
  backupEnd,
  type BackupHeader,
  type BackupLines,
  type BackupTable,
  damaged,
  openBackup,
  type OpenBackup,
} from "./backup-file.ts";
import { type Command, nameDatabase, UsageError, workOn } from "./command.ts";
import { columnList, copyIn, listTables, quoted } from "./stored-tables.ts";

export const restore: Command = {
  usage: "restore <file> [--force]",
  summary: "puts a backup back; stop Clanhall first, and --force replaces what the database holds",
  async run(args, { settings, log, say, signal }) {
    const { file, force } = readArguments(args);
    const opened = await openBackup(file);
    let isSealedElsewhere = false;
    try {
      const database = await openDatabase(settings, log);
      try {
        await workOn(database.connection, signal, async (client) => {
          await refuseRunning(client);
          await restoreBackup(client, opened, force);
        });
        isSealedElsewhere = await hasForeignKeys(database.db, await readSealingSecrets(settings));
      } finally {
        await database.close();
      }
      const rows = opened.header.tables.reduce((sum, table) => sum + table.rows, 0);
      const { length: tables } = opened.header.tables;
      say(`Restored ${rows} rows of ${tables} tables from ${file} into ${nameDatabase(settings)}.`);
      say("Queued jobs start afresh.");
      if (isSealedElsewhere) say(toAdvice(settings));
    } finally {
      opened.lines.close();
    }
  },
};

function toAdvice({ databaseUrl, dataFolder }: Settings): string {
  const file = databaseUrl ? "" : `, or put the sealing.key that belongs to it to ${findSealingFile(dataFolder)}`;
  const two =
    " If it needs a CLANHALL_SECRET and a sealing.key, restore it with both into the built-in PostgreSQL, start that once, and move it with a new backup.";
  return `This backup was sealed with another secret: before the start, set CLANHALL_SECRET to that one (or to the text of its sealing.key)${file}.${databaseUrl ? two : ""}`;
}

const inUse = "The database is in use; stop every Clanhall that works on it first.";

/** An instance at rest holds no lock that would stop us, and its pool no connection; the one that listens is always there. */
async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_stat_activity where datname = current_database()
       and application_name in ('clanhall', 'clanhall events', 'clanhall jobs')) as running`,
  );
  if (rows[0].running) throw new StartError(inUse);
}

/** One transaction: the schema as it was at the backup, its rows, then the migrations that came since. */
export async function restoreBackup(client: pg.Client, backup: OpenBackup, force: boolean): Promise<void> {
  const { file, header, lines, migrations } = backup;
  try {
    await client.query(
      `begin; set local lock_timeout = '5s'; select pg_advisory_xact_lock(${advisoryLocks.migrations})`,
    );
    if (!force) await refuseRows(client);
    await emptySchema(client);
    await client.query("drop schema if exists pgboss cascade");
    for (const migration of migrations.slice(0, header.migrations.length)) await applyMigration(client, migration);
    await loadRows(client, header, lines, file);
    for (const migration of migrations.slice(header.migrations.length)) await applyMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    if (errorCode(error) !== "55P03") throw error;
    throw new StartError(inUse, { cause: error });
  }
  // Everything is restored: an interruption from here on only leaves the statistics to PostgreSQL itself.
  await client.query("analyze").catch(() => {});
}

function readArguments(args: string[]): { file: string; force: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: "boolean", default: false } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError("restore needs the name of one file to read");
  return { file: resolve(file), force: values.force };
}

/** What an installation holds before anybody has used it. */
const rowsFromTheStart = new Set(["games", "auth_signing_keys", "sealing_keys", "service_tokens"]);

async function refuseRows(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    if (rowsFromTheStart.has(name)) continue;
    const { rows } = await client.query(`select exists (select from ${quoted(name)}) as filled`);
    if (!rows[0].filled) continue;
    throw new StartError(`The database already holds rows (in ${name}); add --force to replace everything it holds.`);
  }
}

/** Fills the tables with the backup's rows, and throws unless every one of them arrived as it was written. */
async function loadRows(client: pg.Client, header: BackupHeader, lines: BackupLines, file: string) {
  await refuseUnknownTables(client, header);
  const names = header.tables.map(({ name }) => quoted(name));
  if (names.length > 0) await client.query(`truncate ${names.join(", ")}`);
  const references = await dropReferences(client);
  await replaceParts((text) => client.query(text), header.parts);
  for (const table of header.tables) await loadTable(client, table, lines, file);
  if ((await lines.readLine()) !== backupEnd) throw damaged(file);
  await lines.readEnd();
  for (const { name, last_value } of header.sequences) {
    await client.query("select setval($1::regclass, $2::bigint)", [quoted(name), last_value]);
  }
  for (const { add } of references) await client.query(add);
}

async function loadTable(client: pg.Client, table: BackupTable, lines: BackupLines, file: string): Promise<void> {
  const checksum = createHash("sha256");
  async function* rows() {
    for await (const piece of lines.readRows()) {
      checksum.update(piece);
      yield piece;
    }
  }
  const name = quoted(table.name);
  await client.query(`alter table ${name} disable trigger user`);
  const stored = await copyIn(client, `copy ${name} (${columnList(table)}) from stdin`, rows());
  await client.query(`alter table ${name} enable trigger user`);
  if (checksum.digest("hex") !== (await lines.readLine()) || stored !== table.rows) throw damaged(file);
}

/** Rows may refer to tables that come later, so foreign keys are dropped and added, checked, once all rows are there. */
async function dropReferences(client: pg.Client): Promise<{ add: string }[]> {
  const { rows } = await client.query<{ add: string; drop: string }>(
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows;
}

async function refuseUnknownTables(client: pg.Client, header: BackupHeader): Promise<void> {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  const unknown = header.tables.find(
    ({ name, columns }) => !columns.every((column) => known.get(name)?.includes(column)),
  );
  if (unknown) throw new StartError(`The backup holds a table ${unknown.name} that this Clanhall does not know.`);
}

/** Drops what migrations have made but not the schema itself: the rights granted on it stay, and so do extensions. */
async function emptySchema(client: pg.ClientBase): Promise<void> {
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
