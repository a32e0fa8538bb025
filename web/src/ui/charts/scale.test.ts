import { expect, test } from "vitest";
import { linePath, niceTicks, spreadLabels, toScale } from "./scale.ts";

test("ticks are few, round and hold every value", () => {
  expect(niceTicks([3, 97])).toEqual([0, 25, 50, 75, 100]);
  expect(niceTicks([1_234])).toEqual([0, 500, 1000, 1500]);
  expect(niceTicks([0.1, 0.3])).toEqual([0, 0.1, 0.2, 0.3]);
  expect(niceTicks([-30, 100])).toEqual([-50, 0, 50, 100]);
});

test("nothing at all still has an axis", () => {
  expect(niceTicks([])).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(niceTicks([0, 0])).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test("a scale keeps its ends, also when they are the same", () => {
  const up = toScale([0, 50], [200, 0]);
  expect([up(0), up(25), up(50)]).toEqual([200, 100, 0]);
  expect(toScale([5, 5], [0, 10])(5)).toBe(0);
});

test("labels are spread evenly and the last one is there", () => {
  expect(spreadLabels(3, 6)).toEqual([0, 1, 2]);
  expect(spreadLabels(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(spreadLabels(0, 6)).toEqual([]);
});

test("a line goes on over days of which nothing is known", () => {
  expect(linePath([null, { x: 0, y: 1 }, { x: 1, y: 2.04 }, null, { x: 3, y: 0 }])).toBe("M0 1L1 2L3 0");
  expect(linePath([null])).toBe("");
});
