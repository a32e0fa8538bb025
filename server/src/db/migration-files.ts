import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

export interface Migration {
  number: number;
  name: string;
  checksum: string;
}

export interface MigrationFile extends Migration {
  sql: string;
}

/** The migrations of this release, oldest first. */
export const landedMigrations = join(import.meta.dirname, "migrations");

export async function listMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  const misplaced = files.find(({ number }, position) => number !== position + 1);
  if (misplaced) {
    throw new StartError(`Migrations are numbered 0001, 0002, … without gaps, but ${misplaced.name} is out of line.`);
  }
  return files;
}

async function readMigration(folder: string, file: string): Promise<MigrationFile> {
  const name = file.slice(0, -".sql".length);
  // A checkout on Windows may end its lines differently; the migration is still the same one.
  const sql = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
  return { number: Number.parseInt(name, 10), name, checksum: createHash("sha256").update(sql).digest("hex"), sql };
}
