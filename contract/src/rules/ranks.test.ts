import fc from "fast-check";
import { expect, test } from "vitest";
import { rankScores, weigh, podiumRanks } from "./ranks.ts";

test("two who share the second place are followed by the fourth, or by the third when ranks are dense", () => {
  const scores = [90, 80, 80, 70, 70, 60];
  expect(rankScores(scores, "high", "standard")).toEqual([1, 2, 2, 4, 4, 6]);
  expect(rankScores(scores, "high", "dense")).toEqual([1, 2, 2, 3, 3, 4]);
});

test("the lowest leads where fewer is better", () => {
  expect(rankScores([3, -1, 7, -1], "low", "standard")).toEqual([3, 1, 4, 1]);
});

test("a standard rank is one more than the number of better scores", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 })), fc.constantFrom("high", "low"), (scores, order) => {
      const isBetter = (one: number, other: number) => (order === "high" ? one > other : one < other);
      const plain = scores.map((score) => scores.filter((other) => isBetter(other, score)).length + 1);
      expect(rankScores(scores, order, "standard")).toEqual(plain);
    }),
  );
});

test.each([
  [10, 1, 10],
  [0.05, 0.5, 0.03],
  [-0.05, 0.5, -0.03],
  [3.33, 0.33, 1.1],
  [-5, 0, 0],
  [1e14, 100, 1e16],
])("%d points with the weight %d count as %d", (points, weight, counted) => {
  expect(weigh(points, weight)).toBe(counted);
});

test.each([
  [[], []],
  [[1], ["1"]],
  [
    [1, 2],
    ["1", "2"],
  ],
  [
    [1, 2, 3, 4],
    ["1", "2", "3"],
  ],
  [
    [1, 2, 2, 4],
    ["1", "2", "2"],
  ],
  [
    [1, 1, 1, 4],
    ["1", "1", "1"],
  ],
  [
    [1, 1, 3, 4],
    ["1", "1", "3"],
  ],
  [
    [1, 2, 3, 3, 3],
    ["1", "2", "3 for 3"],
  ],
  [
    [1, 2, 2, 2],
    ["1", "2 for 3"],
  ],
  [[1, 1, 1, 1, 1], ["1 for 5"]],
  [
    [1, 1, 2, 2, 3],
    ["1", "1", "2 for 2"],
  ],
])("players ranked %j stand on the steps %j", (ranks, steps) => {
  const shown = podiumRanks(ranks.map((rank) => ({ rank })));
  expect(shown.map(({ rank, players }) => (players === 1 ? `${rank}` : `${rank} for ${players}`))).toEqual(steps);
});
