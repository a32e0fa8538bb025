import { type Insertable, sql } from "kysely";
import type { EntryState } from "../../../db/stored-types.ts";
import type { Db, Tables } from "../../../db/tables.ts";
import type { CellKey } from "../queries.ts";

function importsOf(db: Db, clanId: string) {
  return db
    .selectFrom("entry_imports as import")
    .leftJoin("clan_members as importer", (member) =>
      member.onRef("importer.clan_id", "=", "import.clan_id").onRef("importer.id", "=", "import.imported_by"),
    )
    .select(["import.id", "import.file_name", "import.format", "import.policy", "import.counts"])
    .select(["importer.name as imported_by_name", "import.created_at", "import.undone_at"])
    .select(["import.added_members", "import.added_aliases"])
    .where("import.clan_id", "=", clanId);
}

export type ImportRow = Awaited<ReturnType<typeof listLatestImports>>[number];

export function listLatestImports(db: Db, clanId: string, limit: number) {
  return importsOf(db, clanId).orderBy("import.created_at", "desc").orderBy("import.id").limit(limit).execute();
}

export async function findImport(db: Db, clanId: string, importId: string): Promise<ImportRow | null> {
  return (await importsOf(db, clanId).where("import.id", "=", importId).executeTakeFirst()) ?? null;
}

/** The latest import of exactly this file that was not undone. */
export async function findImportOfFile(db: Db, clanId: string, fileHash: Buffer): Promise<ImportRow | null> {
  const row = await importsOf(db, clanId)
    .where("import.file_hash", "=", fileHash)
    .where("import.undone_at", "is", null)
    .orderBy("import.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

type NewImport = Omit<Insertable<Tables["entry_imports"]>, "counts" | "added_aliases"> & {
  counts: Record<string, number>;
  added_aliases: { name: string; member_id: string }[];
};

export async function insertImport(tx: Db, { counts, added_aliases, ...row }: NewImport): Promise<string> {
  const { id } = await tx
    .insertInto("entry_imports")
    .values({ ...row, counts: JSON.stringify(counts), added_aliases: JSON.stringify(added_aliases) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function markImportUndone(tx: Db, clanId: string, importId: string, now: Date): Promise<void> {
  await tx
    .updateTable("entry_imports")
    .set({ undone_at: now })
    .where("clan_id", "=", clanId)
    .where("id", "=", importId)
    .execute();
}

export interface ImportedCell extends CellKey {
  /** Whether what the import wrote stands there now. */
  is_current: boolean;
  /** What stood there before, and the import it came from; null for a cell that was never written. */
  before_state: EntryState | null;
  before_value: number | null;
  before_import_id: string | null;
}

/** The cells of an import. Undoing a later one gives a cell back to the import that had written it. */
export async function listImportedCells(tx: Db, clanId: string, importId: string): Promise<ImportedCell[]> {
  const { rows } = await sql<ImportedCell>`
    select written.day, written.member_id, written.activity_id,
      coalesce(entry.version = written.last, false) as is_current,
      before.state as before_state, before.value as before_value, before.import_id as before_import_id
    from (
      select clan_id, day, member_id, activity_id, min(version) as first, max(version) as last
      from entry_versions
      where clan_id = ${clanId} and import_id = ${importId}
      group by clan_id, day, member_id, activity_id
    ) as written
    left join entries as entry using (clan_id, day, member_id, activity_id)
    left join entry_versions as before on before.clan_id = written.clan_id and before.day = written.day
      and before.member_id = written.member_id and before.activity_id = written.activity_id
      and before.version = written.first - 1
  `.execute(tx);
  return rows;
}

export async function upsertMapping(tx: Db, clanId: string, headerHash: Buffer, mapping: unknown): Promise<void> {
  const text = JSON.stringify(mapping);
  await tx
    .insertInto("entry_import_mappings")
    .values({ clan_id: clanId, header_hash: headerHash, mapping: text })
    .onConflict((same) =>
      same.columns(["clan_id", "header_hash"]).doUpdateSet({ mapping: text, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function findMapping(db: Db, clanId: string, headerHash: Buffer): Promise<unknown> {
  const row = await db
    .selectFrom("entry_import_mappings")
    .select("mapping")
    .where("clan_id", "=", clanId)
    .where("header_hash", "=", headerHash)
    .executeTakeFirst();
  return row?.mapping ?? null;
}
