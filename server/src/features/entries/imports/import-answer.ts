import { type entryImport, importCounts } from "@clanhall/contract/entry-imports";
import type { z } from "zod";
import type { ImportRow } from "./queries.ts";

export function toImport(row: ImportRow): z.output<typeof entryImport> {
  const { counts, imported_by_name, created_at, undone_at, ...rest } = row;
  return {
    ...rest,
    counts: importCounts.parse(counts),
    imported_by_name: imported_by_name ?? "Former member",
    created_at: created_at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  };
}
