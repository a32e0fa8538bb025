import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { findSealingFile, hasForeignKeys, readSealingSecrets } from "../access/sealing.ts";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { openDatabase } from "../db/database.ts";
import { applyMigration } from "../db/migrate.ts";
import { errorCode, StartError } from "../db/start-error.ts";
import type { Settings } from "../settings.ts";
import { type Command, UsageError, workOn } from "./command.ts";
import { emptySchema } from "./empty-schema.ts";
import { loadRows } from "./load-rows.ts";
import { type OpenBackup, openBackup } from "./open-backup.ts";
import { listTables, quoted } from "./stored-tables.ts";

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
        await workOn(database.connection, signal, (client) => restoreBackup(client, opened, force));
        isSealedElsewhere = await hasForeignKeys(database.db, await readSealingSecrets(settings));
      } finally {
        await database.close();
      }
      const rows = opened.header.tables.reduce((sum, table) => sum + table.rows, 0);
      say(`Restored ${rows} rows of ${opened.header.tables.length} tables from ${file}; queued jobs start afresh.`);
      if (isSealedElsewhere) say(toAdvice(settings));
    } finally {
      opened.lines.close();
    }
  },
};

function toAdvice({ databaseUrl, dataFolder }: Settings): string {
  const file = databaseUrl ? "" : `, or put the sealing.key that belongs to it to ${findSealingFile(dataFolder)}`;
  return `This backup was sealed with another secret: before the start, set CLANHALL_SECRET to that one (or to the text of its sealing.key)${file}.`;
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
    await client.query("analyze");
  } catch (error) {
    if (errorCode(error) !== "55P03") throw error;
    throw new StartError("The database is in use; stop every Clanhall that works on it first.", { cause: error });
  }
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
