import { landedMigrations, listMigrationFiles, type MigrationFile } from "../db/migrate.ts";
import { StartError } from "../db/start-error.ts";
import { type BackupHeader, backupFormat, backupHeader } from "./backup-format.ts";
import { type BackupLines, foreign, readBackupLines } from "./backup-lines.ts";

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
