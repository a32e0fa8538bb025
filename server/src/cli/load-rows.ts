import { createHash } from "node:crypto";
import type pg from "pg";
import { StartError } from "../db/start-error.ts";
import { type BackupHeader, backupEnd, type BackupTable } from "./backup-format.ts";
import { type BackupLines, damaged } from "./backup-lines.ts";
import { copyIn } from "./copy-rows.ts";
import { columnList, listTables, quoted } from "./stored-tables.ts";

/** Fills the tables with the backup's rows, and throws unless every one of them arrived as it was written. */
export async function loadRows(client: pg.Client, header: BackupHeader, lines: BackupLines, file: string) {
  await refuseUnknownTables(client, header);
  const names = header.tables.map(({ name }) => quoted(name));
  if (names.length > 0) await client.query(`truncate ${names.join(", ")}`);
  const references = await dropReferences(client);
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
