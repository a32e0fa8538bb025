import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { landedMigrations, listMigrationFiles, type MigrationFile } from "../db/migrate.ts";
import { errorCode, StartError } from "../db/start-error.ts";

/**
 * A backup is a gzip'd text: the header on one line; then for each table, in the header's order, its rows as PostgreSQL's
 * COPY writes them, a line `\.`, and a line with their checksum; at last the line `end`.
 */
export const backupFormat = 1;
export const rowsEnd = "\\.\n";
export const backupEnd = "end";

const table = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() });

/** A part of a table that is split by days; null where it has no first or no last day. */
const part = z.object({
  split: z.string(),
  name: z.string(),
  since: z.nullable(z.string()),
  ends: z.nullable(z.string()),
});

const backupHeader = z.object({
  clanhall_backup: z.number(),
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  parts: z.array(part).default([]),
});

export type BackupHeader = z.infer<typeof backupHeader>;
export type BackupTable = z.infer<typeof table>;

const longestLine = 4_000_000;
const newline = Buffer.from("\n");
/** The mark begins with the end of the line before it, so that it is found at the start of a line only. */
const mark = Buffer.from(`\n${rowsEnd}`);

/** Takes a backup apart into its lines and its blocks of rows, holding only a piece of it in memory. */
function readBackupLines(file: string) {
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

function foreign(file: string): StartError {
  return new StartError(`${file} is not a Clanhall backup.`);
}

function explain(file: string, error: unknown): StartError {
  const code = errorCode(error);
  if (code === "ENOENT") return new StartError(`There is no file ${file}.`);
  if (error instanceof Error && error.message === "incorrect header check") return foreign(file);
  return code.startsWith("Z_") ? damaged(file) : new StartError(`${file} cannot be read (${code}).`);
}

export interface OpenBackup {
  file: string;
  header: BackupHeader;
  lines: BackupLines;
  /** Those of this release; the backup's are the first of them. */
  migrations: MigrationFile[];
}

/** Reads no further than the header, and refuses what this release cannot restore before a database is touched. */
export async function openBackup(file: string, folder = landedMigrations): Promise<OpenBackup> {
  const migrations = await listMigrationFiles(folder);
  const lines = readBackupLines(file);
  try {
    const header = toHeader(file, await lines.readLine());
    const isKnown = header.migrations.every(({ checksum }, position) => migrations[position]?.checksum === checksum);
    if (!isKnown) throw newer(file);
    return { file, header, lines, migrations };
  } catch (error) {
    lines.close();
    throw error;
  }
}

function toHeader(file: string, line: string): BackupHeader {
  const content = parseJson(line);
  const header = backupHeader.safeParse(content);
  if (header.success && header.data.clanhall_backup === backupFormat) return header.data;
  const isOurs = typeof content === "object" && content !== null && "clanhall_backup" in content;
  throw isOurs ? newer(file) : foreign(file);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function newer(file: string): StartError {
  return new StartError(`${file} was made by a newer or different Clanhall; update this one before restoring it.`);
}
