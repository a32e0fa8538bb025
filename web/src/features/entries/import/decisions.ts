import type { ImportInput } from "./imports.api.ts";
import type { ImportTable } from "./table.ts";

/** What somebody decided about the file, beside its columns. */
export interface Decisions {
  policy: NonNullable<ImportInput["policy"]>;
  /** Who a name of the file stands for. */
  players: NonNullable<ImportInput["players"]>;
  /** It was imported before, and that is meant. */
  again: boolean;
  reason: string;
}

export const noDecisions: Decisions = { policy: "skip", players: [], again: false, reason: "" };

export function toInput(table: ImportTable, decisions: Decisions, dry_run: boolean): ImportInput {
  const { content, fileName, format, mapping } = table;
  const { reason, ...others } = decisions;
  const said = reason.trim();
  return { format, content, file_name: fileName, mapping, dry_run, ...others, ...(said && { reason: said }) };
}
