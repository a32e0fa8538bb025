import type { Day } from "@clanhall/contract/days";
import type { Entry } from "@clanhall/contract/entries";
import type { CellAt } from "../sheet.ts";
import { keyOf } from "./cell-content.ts";
import { createDrawnCells } from "./drawn-cells.ts";
import { wholeSheet } from "./row-watchers.ts";
import { createShape } from "./sheet-shape.ts";
import type { Unsaved } from "./unsaved.ts";

export type SheetCells = ReturnType<typeof createSheetCells>;

/** The cells of a day: what the server has, with what was typed on top. */
export function createSheetCells(first: Day) {
  const entries = new Map<string, Entry>();
  const unsaved = new Map<string, Unsaved>();
  const ownVersions = new Map<string, number>();
  const shape = createShape(first);
  const { drawKey, drawAll, ...drawn } = createDrawnCells({ shape, entries, unsaved });
  /** Answers may overtake each other: an older version never takes the place of a newer one. */
  const takeEntries = (list: Entry[]) => {
    const fresh = list.filter((entry) => entry.version >= (entries.get(keyOf(entry))?.version ?? 0));
    for (const entry of fresh) entries.set(keyOf(entry), entry);
    return fresh.map(keyOf);
  };
  takeEntries(first.cells);
  drawAll();
  return {
    ...drawn,
    shape,
    entries: entries as ReadonlyMap<string, Entry>,
    unsaved: unsaved as ReadonlyMap<string, Unsaved>,
    takeEntry: (entry: Entry) => takeEntries([entry]).forEach(drawKey),
    /** Takes in what was just written from here. */
    takeOwn: (entry: Entry) => {
      ownVersions.set(keyOf(entry), entry.version);
      takeEntries([entry]).forEach(drawKey);
    },
    isOwn: (entry: Entry) => ownVersions.get(keyOf(entry)) === entry.version,
    seenAt: (at: CellAt) => entries.get(shape.keyAt(at))?.version ?? 0,
    /** Takes in what the server has and names the cells that came. */
    takeDay: (next: Day): string[] => {
      const isSameShape = shape.take(next);
      const keys = takeEntries(next.cells);
      if (isSameShape) keys.forEach(drawKey);
      else drawAll();
      drawn.watchers.mark(wholeSheet);
      return keys;
    },
    setUnsaved: (key: string, own: Unsaved | null) => {
      if (own) unsaved.set(key, own);
      else unsaved.delete(key);
      drawKey(key);
    },
    /** For what no cell says by itself, such as whether it may be written. */
    markAll: () => shape.day().members.forEach((_, row) => drawn.watchers.mark(row)),
  };
}
