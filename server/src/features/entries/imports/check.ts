import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../../access/actor.ts";
import { toCellId } from "../cell-id.ts";
import { findCellProblem } from "../checks.ts";
import { stateOfDay } from "../day.ts";
import type { EntryRow } from "../queries.ts";
import type { CellInput, WritingContext } from "../write.ts";
import type { ImportReport } from "./import-report.ts";
import type { ImportInput } from "./read-file.ts";
import { addTo, type ReadCell, typeOf } from "./resolve-cells.ts";

interface CheckContext {
  context: WritingContext;
  actor: ClanActor;
  input: Pick<ImportInput, "policy" | "reason">;
  standing: EntryRow[];
}

/** The cells that would be written, by what stands there and by the same checks as for typing. */
export function checkCells(cells: ReadCell[], against: CheckContext, report: ImportReport): CellInput[] {
  const { context, actor, input } = against;
  const standing = new Map(against.standing.map((row) => [toCellId(row), row]));
  return cells.flatMap(({ line, column, ...cell }) => {
    const row = standing.get(toCellId(cell));
    const before = row && row.state !== "cleared" ? row : null;
    const wanted = before && input.policy === "add" ? { ...cell, ...addTo(before, cell, typeOf(context, cell)) } : cell;
    if (before && before.state === wanted.state && before.value === wanted.value) {
      report.count("same");
      return [];
    }
    if (before && input.policy === "skip") {
      report.count("skipped");
      return [];
    }
    const problem = findCellProblem(context, wanted)?.message ?? findLock(context, actor, wanted.day, input.reason);
    if (problem) {
      report.addProblem({ line, column, problem });
      return [];
    }
    report.count(before ? "changed" : "new");
    return [wanted];
  });
}

function findLock(context: WritingContext, { role, toggles }: ClanActor, day: string, reason?: string): string | null {
  if (stateOfDay(context, day) !== "locked") return null;
  if (!canInClan(role, "entry.write_locked", toggles)) return `${day} is locked: its values can no longer be changed.`;
  return reason ? null : `${day} is locked: give a reason to change it.`;
}
