import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { errorCode, StartError } from "../db/start-error.ts";
import { rowsEnd } from "./backup-format.ts";

const longestLine = 4_000_000;
const newline = Buffer.from("\n");
/** The mark begins with the end of the line before it, so that it is found at the start of a line only. */
const mark = Buffer.from(`\n${rowsEnd}`);

/** Takes a backup apart into its lines and its blocks of rows, holding only a piece of it in memory. */
export function readBackupLines(file: string) {
  const source = pipeline(createReadStream(file), createGunzip(), () => {});
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);

  function nextPiece() {
    return pieces.next().catch((error: unknown) => Promise.reject(explain(file, error)));
  }

  async function readMore(): Promise<void> {
    const piece = await nextPiece();
    if (piece.done) throw damaged(file);
    rest = Buffer.concat([rest, piece.value]);
  }

  return {
    async readLine(): Promise<string> {
      while (!rest.includes(newline)) {
        if (rest.length > longestLine) throw damaged(file);
        await readMore();
      }
      const end = rest.indexOf(newline);
      const line = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
      return line;
    },

    async *readRows(): AsyncGenerator<Buffer> {
      rest = Buffer.concat([newline, rest]);
      let isFirst = true;
      for (;;) {
        const end = rest.indexOf(mark);
        const until = end >= 0 ? end + 1 : rest.length - mark.length + 1;
        const from = isFirst ? newline.length : 0;
        if (until > from) {
          yield rest.subarray(from, until);
          isFirst = false;
        }
        if (end >= 0) {
          rest = rest.subarray(end + mark.length);
          return;
        }
        if (!isFirst && until > 0) rest = rest.subarray(until);
        await readMore();
      }
    },

    /** The file's own checksum comes last, so a backup is whole only when nothing is left to read. */
    async readEnd(): Promise<void> {
      if (rest.length > 0 || !(await nextPiece()).done) throw damaged(file);
    },

    close: () => source.destroy(),
  };
}

export type BackupLines = ReturnType<typeof readBackupLines>;

export function damaged(file: string): StartError {
  return new StartError(`${file} is damaged or cut short, so nothing was restored from it.`);
}

export function foreign(file: string): StartError {
  return new StartError(`${file} is not a Clanhall backup.`);
}

function explain(file: string, error: unknown): StartError {
  const code = errorCode(error);
  if (code === "ENOENT") return new StartError(`There is no file ${file}.`);
  if (error instanceof Error && error.message === "incorrect header check") return foreign(file);
  return code.startsWith("Z_") ? damaged(file) : new StartError(`${file} cannot be read (${code}).`);
}
