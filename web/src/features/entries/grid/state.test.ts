import fc from "fast-check";
import { expect, test } from "vitest";
import { followRows, nextInLine, rangeOf, type Step, stepFrom } from "./state.ts";

const size = { rows: 10, columns: 4 };
const middle = { row: 5, column: 2 };

test.each<[Step, boolean, number, number]>([
  ["up", false, 4, 2],
  ["down", false, 6, 2],
  ["left", false, 5, 1],
  ["right", false, 5, 3],
  ["up", true, 0, 2],
  ["down", true, 9, 2],
  ["left", true, 5, 0],
  ["right", true, 5, 3],
  ["start", false, 5, 0],
  ["end", false, 5, 3],
  ["start", true, 0, 0],
  ["end", true, 9, 3],
  ["pageUp", false, 0, 2],
  ["pageDown", false, 9, 2],
])("%s (far: %j) goes to row %i, column %i", (step, isFar, row, column) => {
  expect(stepFrom(middle, step, isFar, size, 6)).toEqual({ row, column });
});

test("reading on goes to the next row at the end of one, and out of the grid at its ends", () => {
  expect(nextInLine({ row: 0, column: 3 }, 1, size)).toEqual({ row: 1, column: 0 });
  expect(nextInLine({ row: 1, column: 0 }, -1, size)).toEqual({ row: 0, column: 3 });
  expect(nextInLine({ row: 9, column: 3 }, 1, size)).toBeNull();
  expect(nextInLine({ row: 0, column: 0 }, -1, size)).toBeNull();
});

test("a range has its corners in order, wherever it began", () => {
  expect(rangeOf({ anchor: { row: 3, column: 1 }, head: { row: 1, column: 2 } })).toEqual({
    top: 1,
    left: 1,
    bottom: 3,
    right: 2,
  });
});

test("the active cell stays with its player when other rows are shown", () => {
  const chosen = { anchor: { row: 2, column: 1 }, head: { row: 3, column: 1 } };
  expect(followRows(chosen, [0, 1, 2, 3], [2, 3], 4)).toEqual({
    anchor: { row: 0, column: 1 },
    head: { row: 1, column: 1 },
  });
  expect(followRows(chosen, [0, 1, 2, 3], [0, 1], 4)).toEqual({
    anchor: { row: 1, column: 1 },
    head: { row: 1, column: 1 },
  });
});

test("no step leaves the grid", () => {
  const steps = fc.constantFrom<Step>("up", "down", "left", "right", "start", "end", "pageUp", "pageDown");
  fc.assert(
    fc.property(fc.array(fc.tuple(steps, fc.boolean())), (moves) => {
      const at = moves.reduce((cell, [step, isFar]) => stepFrom(cell, step, isFar, size, 3), middle);
      expect(at.row >= 0 && at.row < size.rows && at.column >= 0 && at.column < size.columns).toBe(true);
    }),
  );
});
