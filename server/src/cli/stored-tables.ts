import { Readable } from "node:stream";
import type pg from "pg";
import { type ClientBase, escapeIdentifier } from "pg";
import { migrationsTable } from "../db/migrate.ts";
import type { BackupTable } from "./backup-file.ts";

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

/** What the driver does for a COPY but does not describe in its types. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean };
}

/** The largest piece handed on at once; rows are small and would cost too much one by one. */
const pieceSize = 64 * 1024;

/** Reads the answer of a COPY … TO STDOUT piece by piece, no faster than the pieces are taken. */
export function copyOut(client: pg.Client, statement: string): Readable {
  let connection: CopyConnection | null = null;
  const pieces = new Readable({ highWaterMark: 8 * pieceSize, read: () => void connection?.stream.resume() });
  let pending: Buffer[] = [];
  let size = 0;
  const flush = () => {
    if (size > 0 && !pieces.push(Buffer.concat(pending))) connection?.stream.pause();
    pending = [];
    size = 0;
  };
  client.query({
    submit(given: unknown) {
      connection = given as CopyConnection;
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reuses the memory the chunk lies in.
      pending.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= pieceSize) flush();
    },
    handleCommandComplete: flush,
    handleReadyForQuery: () => pieces.push(null),
    handleError: (error: Error) => pieces.destroy(error),
  });
  return pieces;
}

/** Feeds a COPY … FROM STDIN and returns how many rows it stored. */
export function copyIn(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let stored = 0;
    let problem: Error | null = null;
    const stopped = new AbortController();
    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, rows, stopped.signal).catch((error: Error) => {
          problem = error;
          connection.sendCopyFail("the rows could not be read");
        });
      },
      handleCommandComplete({ text }: { text: string }) {
        stored = Number(text.replace("COPY ", ""));
      },
      handleError(error: Error) {
        stopped.abort();
        reject(problem ?? error);
      },
      handleReadyForQuery: () => resolve(stored),
    });
  });
}

async function send(connection: CopyConnection, rows: AsyncIterable<Buffer>, stopped: AbortSignal): Promise<void> {
  for await (const chunk of rows) {
    if (stopped.aborted) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await new Promise((resolve) => connection.stream.once("drain", resolve));
  }
  connection.endCopyFrom();
}
