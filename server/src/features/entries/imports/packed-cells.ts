import type { ReadCell } from "./resolve-cells.ts";

/** Cells in columns of numbers: handing twenty thousand objects from thread to thread would take longer than making them. */
export interface PackedCells {
  count: number;
  lines: Int32Array;
  columns: Int32Array;
  members: Int32Array;
  activities: Int32Array;
  days: Int32Array;
  /** Not a number where somebody is excused. */
  values: Float64Array;
  /** What the numbers of the columns above stand for. */
  texts: string[];
}

export function packCells(cells: ReadCell[]): PackedCells {
  const texts = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  return {
    count: cells.length,
    lines: Int32Array.from(cells, ({ line }) => line),
    columns: Int32Array.from(cells, ({ column }) => numberOf(column)),
    members: Int32Array.from(cells, ({ member_id }) => numberOf(member_id)),
    activities: Int32Array.from(cells, ({ activity_id }) => numberOf(activity_id)),
    days: Int32Array.from(cells, ({ day }) => numberOf(day)),
    values: Float64Array.from(cells, ({ value }) => value ?? Number.NaN),
    texts: [...texts.keys()],
  };
}

/** Some of the cells, from one index up to another. */
export function unpackCells(packed: PackedCells, from: number, to: number): ReadCell[] {
  const textAt = (numbers: Int32Array, index: number) => packed.texts[numbers[index] ?? -1] ?? "";
  return Array.from({ length: Math.max(0, Math.min(to, packed.count) - from) }, (_, offset) => {
    const index = from + offset;
    const value = packed.values[index] ?? Number.NaN;
    const isExcused = Number.isNaN(value);
    return {
      line: packed.lines[index] ?? 0,
      column: textAt(packed.columns, index),
      member_id: textAt(packed.members, index),
      activity_id: textAt(packed.activities, index),
      day: textAt(packed.days, index),
      state: isExcused ? "excused" : "value",
      value: isExcused ? null : value,
    };
  });
}
