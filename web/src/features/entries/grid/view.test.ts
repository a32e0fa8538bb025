import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cellAtPoint,
  columnsInSight,
  headHeight,
  isAtEnd,
  layColumns,
  rowHeight,
  rowsInSight,
  scrollToShow,
  widthOfPoints,
} from "./view.ts";

const labelled = (...texts: string[]) => texts.map((short_label) => ({ short_label }));
const labels = (count: number) => labelled(...Array.from({ length: count }, () => "Raid"));
const pointsWidth = 112;

test("few columns fill the frame exactly, many run past it", () => {
  const few = layColumns(labels(3), 1070, pointsWidth);
  expect(few.total).toBe(1070);
  expect(few.starts[0]).toBe(few.nameWidth);
  expect(layColumns(labels(40), 1070, pointsWidth).total).toBeGreaterThan(4000);
  expect(layColumns([], 1070, pointsWidth).total).toBe(334);
});

test("six activities with short names fit beside each other where the page is at its widest", () => {
  const activities = labelled("Log-in", "Donated", "War", "Stars", "Gold", "Games");
  expect(layColumns(activities, 1072, pointsWidth).total).toBe(1072);
});

test("the points are as wide as the longest of them and of their sum", () => {
  expect(widthOfPoints([0.5, 12, -2])).toBe(112);
  expect(widthOfPoints([1_876_550.71, 0])).toBe(12 * 9 + 28);
  expect(widthOfPoints([600_000.25, 600_000])).toBe(12 * 9 + 28);
  expect(widthOfPoints([-1_876_550.71, 1_876_550])).toBe(13 * 9 + 28);
  const wide = layColumns(labels(3), 1070, 140);
  expect([wide.pointsWidth, wide.total]).toEqual([140, 1070]);
});

test("the end is where the last column is in sight, wherever a browser rounds to", () => {
  const columns = layColumns(labels(40), 1000, pointsWidth);
  const end = columns.total - 1000;
  expect([0, end - 2, end - 0.5, end].map((left) => isAtEnd(left, 1000, columns))).toEqual([false, false, true, true]);
  expect(isAtEnd(0, 1000, layColumns(labels(3), 1000, pointsWidth))).toBe(true);
});

test("only what is in sight is drawn, with some to spare", () => {
  const columns = layColumns(labels(40), 1000, pointsWidth);
  const view = { top: 4000, left: 1240, width: 1000, height: 600 };
  expect(rowsInSight(view, 500)).toEqual({ from: 92, to: 122 });
  expect(rowsInSight(view, 98)).toEqual({ from: 92, to: 97 });
  const { from, to } = columnsInSight(view, columns);
  expect([from, to]).toEqual([10, 19]);
});

test("a cell that is shown lies wholly between head, names, points and totals, and what lies so does not move", () => {
  const columns = layColumns(labels(40), 1000, pointsWidth);
  const cell = fc.record({ row: fc.nat(499), column: fc.nat(39) });
  const views = fc.record({ top: fc.nat(18_000), left: fc.nat(3800) });
  fc.assert(
    fc.property(cell, views, (at, { top, left }) => {
      const view = { top, left, width: 1000, height: 600 };
      const moved = scrollToShow(at, view, columns);
      expect(moved.top).toBeLessThanOrEqual(at.row * rowHeight);
      expect(moved.top + 600 - 62 - 44).toBeGreaterThanOrEqual((at.row + 1) * rowHeight);
      expect(moved.left).toBeLessThanOrEqual((columns.starts[at.column] ?? 0) - columns.nameWidth);
      expect(scrollToShow(at, { ...view, ...moved }, columns)).toEqual(moved);
    }),
  );
});

test("a point is in the cell that is drawn there", () => {
  const columns = layColumns(labels(5), 1000, pointsWidth);
  expect(cellAtPoint((columns.starts[2] ?? 0) + 1, headHeight + rowHeight * 7 + 3, columns)).toEqual({
    row: 7,
    column: 2,
  });
});
