import { z } from "zod";

/**
 * A backup is a gzip'd text: the header on one line; then for each table, in the header's order, its rows as PostgreSQL's
 * COPY writes them, a line `\.`, and a line with their checksum; at last the line `end`.
 */
export const backupFormat = 1;
export const rowsEnd = "\\.\n";
export const backupEnd = "end";

const table = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() });

export const backupHeader = z.object({
  clanhall_backup: z.number(),
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
});

export type BackupHeader = z.infer<typeof backupHeader>;
export type BackupTable = z.infer<typeof table>;
