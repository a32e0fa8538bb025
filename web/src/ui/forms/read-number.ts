import { readCellText } from "@clanhall/contract/rules/cell-text";
import type { ValueType } from "@clanhall/contract/rules/scoring";

/** A field of a form, read like a cell of the grid: 1.5k and 1h30 work here too. Not a number where it cannot be read. */
export function readNumber(text: string, value_type: ValueType): number | null {
  const read = readCellText(text, { value_type });
  if (read.kind === "clear") return null;
  return read.kind === "value" ? read.value : Number.NaN;
}
