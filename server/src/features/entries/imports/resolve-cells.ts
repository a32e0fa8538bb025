import { readCellText } from "@clanhall/contract/cell-text";
import { normalisedLengthOf } from "@clanhall/contract/text";
import type { EntryState } from "../../../db/stored-types.ts";
import { toCellId } from "../cell-id.ts";
import type { CellInput } from "../write.ts";
import type { createActivityFinder, createMemberMatcher, ImportActivity } from "./find-names.ts";
import type { ImportReport } from "./import-report.ts";
import { type FileCell, type ImportInput, readDate } from "./read-file.ts";

/** A value of the file whose player, activity and day are known. */
export interface ReadCell extends CellInput {
  line: number;
  column: string;
}

interface Known {
  activities: Map<string, ImportActivity>;
  players: ReturnType<typeof createMemberMatcher>;
  findActivity: ReturnType<typeof createActivityFinder>;
}

/** Longer ones are no names that anybody could settle. */
const longestName = 500;

/** What the values of a file mean, each cell once; what cannot be read goes to the report. */
export function resolveCells(
  cells: FileCell[],
  { mapping, policy }: Pick<ImportInput, "mapping" | "policy">,
  known: Known,
  report: ImportReport,
): ReadCell[] {
  const found = new Map<string, ReadCell>();
  for (const cell of cells) {
    const read = resolveCell(cell, mapping, known, report);
    if (!read) continue;
    const id = toCellId(read);
    const earlier = found.get(id);
    if (!earlier) found.set(id, read);
    else if (policy === "add") found.set(id, { ...earlier, ...addTo(earlier, read, typeOf(known, read)) });
    else report.addProblem({ ...placeOf(cell), problem: repeats(cell, earlier) });
  }
  return [...found.values()];
}

function resolveCell(
  cell: FileCell,
  mapping: ImportInput["mapping"],
  known: Known,
  report: ImportReport,
): ReadCell | null {
  const { line, player, text } = cell;
  const refuse = (problem: string, column: string | null = null) => report.addProblem({ line, column, problem });
  if (player === "" || normalisedLengthOf(player) > longestName) {
    refuse(player === "" ? "This line does not name a player." : "The player's name is too long.");
    return null;
  }
  const memberId = known.players.find(player);
  if (memberId === null) {
    report.addUnknown("unknown_player", player, line);
    return null;
  }
  const activity = findActivity(cell, known);
  if (!activity) {
    report.addUnknown("unknown_activity", "name" in cell.activity ? clip(cell.activity.name) : cell.column, line);
    return null;
  }
  const day = readDate(cell.date, mapping.date_order);
  if (day === null) {
    refuse(cell.date === "" ? "This line has no date." : `“${clip(cell.date)}” is not a date.`);
    return null;
  }
  const read = readCellText(text, { value_type: activity.value_type, decimal: mapping.decimal });
  if (read.kind === "problem" || read.kind === "clear") {
    refuse(read.kind === "problem" ? `“${clip(text)}”: ${read.problem}` : "There is no value.", cell.column);
    return null;
  }
  const value = read.kind === "value" ? read.value : null;
  return { ...placeOf(cell), member_id: memberId, activity_id: activity.id, day, state: read.kind, value };
}

function findActivity({ activity }: FileCell, { activities, findActivity: findByName }: Known): ImportActivity | null {
  const id = "id" in activity ? activity.id : findByName(activity.name);
  return id === null ? null : (activities.get(id) ?? null);
}

interface Amount {
  state: EntryState;
  value: number | null;
}

/** Adding never takes a value away: who is excused and did something did it. Yes and yes is yes. */
export function addTo(before: Amount, added: Amount, valueType: ImportActivity["value_type"]): Amount {
  if (added.value === null) return before.value === null ? added : { state: "value", value: before.value };
  if (before.value === null) return { state: "value", value: added.value };
  const value = valueType === "yes_no" ? Math.max(before.value, added.value) : before.value + added.value;
  return { state: "value", value };
}

export function typeOf({ activities }: Pick<Known, "activities">, { activity_id }: { activity_id: string }) {
  return activities.get(activity_id)?.value_type ?? "whole";
}

function placeOf({ line, column }: { line: number; column: string }) {
  return { line, column };
}

function repeats(cell: FileCell, earlier: ReadCell): string {
  if (cell.line === earlier.line) return `“${clip(cell.column)}” repeats “${clip(earlier.column)}”.`;
  return `Line ${cell.line} repeats line ${earlier.line}.`;
}

/** Enough of a text to find it again. */
function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
