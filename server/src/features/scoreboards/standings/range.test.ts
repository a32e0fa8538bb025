import { expect, test } from "vitest";
import { cutRange, inBatches, splitRange } from "./range.ts";

const later = "2028-12-31";

test("whole months are sums, and the shorter side of a begun one is read day by day", () => {
  expect(splitRange({ from: "2028-01-20", to: "2028-03-25" }, later)).toEqual([
    { month: "2028-01-01", days: { from: "2028-01-20", to: "2028-01-31" }, sign: 1 },
    { month: "2028-02-01", days: null, sign: 1 },
    { month: "2028-03-01", days: null, sign: 1 },
    { month: "2028-03-01", days: { from: "2028-03-26", to: "2028-03-31" }, sign: -1 },
  ]);
});

test("a range within a leap February is the month without both its ends", () => {
  expect(splitRange({ from: "2028-02-02", to: "2028-02-28" }, later)).toEqual([
    { month: "2028-02-01", days: null, sign: 1 },
    { month: "2028-02-01", days: { from: "2028-02-01", to: "2028-02-01" }, sign: -1 },
    { month: "2028-02-01", days: { from: "2028-02-29", to: "2028-02-29" }, sign: -1 },
  ]);
});

test("the month that runs is its sum, however few days it has", () => {
  expect(splitRange({ from: "2028-05-01", to: "2028-05-02" }, "2028-05-02")).toEqual([
    { month: "2028-05-01", days: null, sign: 1 },
    { month: "2028-05-01", days: { from: "2028-05-03", to: "2028-05-31" }, sign: -1 },
  ]);
});

test("a range of a very large clan is read in pieces, the latest first", () => {
  expect(cutRange({ from: "2028-02-25", to: "2028-03-03" }, 150_000)).toEqual([
    { from: "2028-03-01", to: "2028-03-03" },
    { from: "2028-02-27", to: "2028-02-29" },
    { from: "2028-02-25", to: "2028-02-26" },
  ]);
  expect(cutRange({ from: "2028-03-02", to: "2028-03-03" }, 9_000_000)).toHaveLength(2);
});

test("statements take as much as they can, and whatever is too large stands alone", () => {
  expect(inBatches([200_000, 300_000, 100, 900_000, 1], (cells) => cells)).toEqual([
    [200_000, 300_000],
    [100],
    [900_000],
    [1],
  ]);
});
