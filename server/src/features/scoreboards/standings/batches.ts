import { countDays, type DayRange } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";

/** Cells that one statement adds up, well within the time that a statement has. */
const cellsAtOnce = 500_000;

/** Groups for one statement each. */
export function inBatches<Item>(items: Item[], cellsOf: (item: Item) => number): Item[][] {
  const batches: Item[][] = [];
  let room = 0;
  for (const item of items) {
    if (room < cellsOf(item)) {
      batches.push([]);
      room = cellsAtOnce;
    }
    batches.at(-1)?.push(item);
    room -= cellsOf(item);
  }
  return batches;
}

/** A range in pieces, the latest first, that are small enough for a statement. */
export function cutRange({ from, to }: DayRange, cellsOfDay: number): DayRange[] {
  const length = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, cellsOfDay)));
  const count = Math.max(0, Math.ceil(countDays({ from, to }) / length));
  return Array.from({ length: count }, (_, place) => {
    const last = addDays(to, -place * length);
    const first = addDays(last, 1 - length);
    return { from: first > from ? first : from, to: last };
  });
}
