import fc from "fast-check";
import { expect, test } from "vitest";
import { cellAtPoint, columnsInSight, headHeight, layColumns, rowHeight, rowsInSight, scrollToShow } from "./view.ts";

const labels = (count: number) => Array.from({ length: count }, () => ({ short_label: "Raid", value_type: "whole" }));

test("few columns fill the frame exactly, many run past it", () => {
  const few = layColumns(labels(3), 1070);
  expect(few.total).toBe(1070);
  expect(few.starts[0]).toBe(few.nameWidth);
  expect(layColumns(labels(40), 1070).total).toBeGreaterThan(4000);
  expect(layColumns([], 1070).total).toBe(334);
});

test("only what is in sight is drawn, with some to spare", () => {
  const columns = layColumns(labels(40), 1000);
  const view = { top: 4000, left: 1240, width: 1000, height: 600 };
  expect(rowsInSight(view, 500)).toEqual({ from: 92, to: 122 });
  expect(rowsInSight(view, 98)).toEqual({ from: 92, to: 97 });
  const { from, to } = columnsInSight(view, columns);
  expect([from, to]).toEqual([9, 17]);
});

test("a cell that is shown lies wholly between head, names, points and totals, and what lies so does not move", () => {
  const columns = layColumns(labels(40), 1000);
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
  const columns = layColumns(labels(5), 1000);
  expect(cellAtPoint((columns.starts[2] ?? 0) + 1, headHeight + rowHeight * 7 + 3, columns)).toEqual({
    row: 7,
    column: 2,
  });
});
