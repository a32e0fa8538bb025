import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { nameSecretOfBackup } from "../access/sealing.ts";
import { openDatabase } from "../db/database.ts";
import { listApplied } from "../db/migrate.ts";
import { listParts } from "../db/parts.ts";
import { errorCode, StartError } from "../db/start-error.ts";
import { version } from "../version.ts";
import { type BackupHeader, backupEnd, backupFormat, rowsEnd } from "./backup-file.ts";
import { type Command, nameDatabase, workOn, UsageError } from "./command.ts";
import { columnList, copyOut, countRows, listSequences, listTables, quoted } from "./stored-tables.ts";

export const backup: Command = {
  usage: "backup <file>",
  summary: "writes everything Clanhall stores into one file, also while it is running",
  async run([file, ...more], { settings, log, say, signal }) {
    if (!file || more.length > 0) throw new UsageError("backup needs the name of one file to write");
    const database = await openDatabase(settings, log, "visitor");
    try {
      const header = await workOn(database.connection, signal, (client) => writeBackup(client, resolve(file)));
      const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
      const { length: tables } = header.tables;
      say(`Wrote ${rows} rows of ${tables} tables from ${nameDatabase(settings)} to ${resolve(file)}.`);
      const secret = await nameSecretOfBackup(database.db, settings);
      say(`What is sealed in it opens only with ${secret}: keep a copy in another place.`);
    } finally {
      await database.close();
    }
  },
};

/** The file appears under its name only once it is complete and on the disk. */
export async function writeBackup(client: pg.Client, file: string): Promise<BackupHeader> {
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    // All tables are read from one moment in time, whatever is written meanwhile.
    await client.query("begin isolation level repeatable read read only");
    const header = await readHeader(client);
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await once(output, "open");
    await pipeline(writeTables(client, header), createGzip({ level: 4 }), output);
    await rename(unfinished, file);
    return header;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!["ENOENT", "EACCES", "EROFS", "ENOSPC", "ENOTDIR", "EISDIR"].includes(errorCode(error))) throw error;
    throw new StartError(`The backup cannot be written to ${file} (${errorCode(error)}).`, { cause: error });
  }
}

async function readHeader(client: pg.Client): Promise<BackupHeader> {
  const migrations = await listApplied(client);
  if (migrations.length === 0)
    throw new StartError("There is nothing to back up: this database is not Clanhall's yet.");
  const tables = [];
  for (const table of await listTables(client)) tables.push({ ...table, rows: await countRows(client, table.name) });
  const sequences = await listSequences(client);
  const parts = await listParts((text) => client.query(text));
  return {
    clanhall_backup: backupFormat,
    version,
    created_at: new Date().toISOString(),
    migrations,
    tables,
    sequences,
    parts,
  };
}

async function* writeTables(client: pg.Client, header: BackupHeader): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(header)}\n`;
  for (const table of header.tables) {
    const checksum = createHash("sha256");
    const select = `select ${columnList(table)} from ${quoted(table.name)}`;
    for await (const piece of copyOut(client, `copy (${select}) to stdout`)) {
      checksum.update(piece);
      yield piece;
    }
    yield `${rowsEnd}${checksum.digest("hex")}\n`;
  }
  yield `${backupEnd}\n`;
}
