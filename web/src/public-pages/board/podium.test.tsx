import { expect, test } from "vitest";
import { podiumRanks } from "./podium.tsx";

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
