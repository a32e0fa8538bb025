import type { Entry } from "@clanhall/contract/entries";
import { drawCell, emptyCell, isSameCell } from "./draw-cell.ts";
import { createRowWatchers } from "./row-watchers.ts";
import type { CellAt, SheetCell } from "../sheet.ts";
import type { Shape } from "./sheet-shape.ts";
import { createSums } from "./sheet-sums.ts";
import type { Unsaved } from "./unsaved.ts";

interface Source {
  shape: Shape;
  entries: ReadonlyMap<string, Entry>;
  unsaved: ReadonlyMap<string, Unsaved>;
}

/** The cells as they are shown, with their sums. Drawing one again that looks the same changes nothing. */
export function createDrawnCells({ shape, entries, unsaved }: Source) {
  const watchers = createRowWatchers();
  const sums = createSums();
  const drawn: { cell: SheetCell; isDue: boolean }[][] = [];
  const draw = (at: CellAt) => {
    const { activities, window } = shape.day();
    const activity = activities[at.column];
    if (!activity) return;
    const key = shape.keyAt(at);
    const isDue = shape.isDue(at);
    const cell = drawCell({ entry: entries.get(key), own: unsaved.get(key), activity, isDue, window });
    const row = (drawn[at.row] ??= []);
    const before = row[at.column];
    if (before?.isDue === isDue && isSameCell(before.cell, cell)) return;
    if (before) sums.add(before.cell, before.isDue, at, -1);
    sums.add(cell, isDue, at, 1);
    row[at.column] = { cell, isDue };
    watchers.mark(at.row);
  };
  return {
    watchers,
    sums,
    cellAt: ({ row, column }: CellAt): SheetCell => drawn[row]?.[column]?.cell ?? emptyCell,
    drawKey: (key: string) => {
      const at = shape.placeOf(key);
      if (at) draw(at);
    },
    drawAll: () => {
      const { members, activities } = shape.day();
      for (const row of members.keys()) for (const column of activities.keys()) draw({ row, column });
    },
  };
}
