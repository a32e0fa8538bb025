import { Readable } from "node:stream";
import type pg from "pg";

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
