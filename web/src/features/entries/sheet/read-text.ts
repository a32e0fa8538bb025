import { type CellText, readCellText } from "@clanhall/contract/rules/cell-text";
import { findValueProblem } from "@clanhall/contract/rules/scoring";
import { decimalSign } from "../../../lib/format.ts";
import type { CellAt } from "./cell-store.ts";
import type { Sheet } from "./day-sheet.ts";

/** What a text means in a cell, by its activity's kind and limits. */
export function readText(sheet: Sheet, at: CellAt, text: string): CellText {
  const activity = sheet.activities[at.column];
  if (!activity) return { kind: "problem", problem: "There is no such value." };
  const { value: current } = sheet.cellAt(at);
  const meant = readCellText(text, { value_type: activity.value_type, current, decimal: decimalSign() });
  const problem = meant.kind === "value" ? findValueProblem(activity, meant.value) : null;
  return problem === null ? meant : { kind: "problem", problem };
}
