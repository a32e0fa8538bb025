import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { initialsOf, tintOf } from "@clanhall/contract/player-marks";
import { Sparkline, trendLabel } from "./standings-row.tsx";

test.each([
  ["Bram Ironfoot", "BI"],
  ["Aelwyn", "Ae"],
  ["A", "A"],
  ["x_Slayer.99", "xS"],
  ["👨‍👩‍👧‍👦🔥 Dragons", "👨‍👩‍👧‍👦D"],
  ["é́lan", "é́l"],
  ["---", "--"],
  ["", ""],
])("the avatar of %s says %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("a player's colour is one of eight and stays theirs", () => {
  const tints = new Set(Array.from({ length: 200 }, (_, index) => tintOf(`key-${index}`)));
  expect(tints).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  expect(tintOf("kJ3nX0a9")).toBe(tintOf("kJ3nX0a9"));
});

test.each([
  [[1, 2, 3, 4], "rising"],
  [[4, 3, 2, 1], "falling"],
  [[100, 101, 100, 101], "steady"],
  [[0, 0, 0], "steady"],
  [[-10, -5, -1], "rising"],
  [[null, 5, null, 9], "rising"],
  [[null, 5], ""],
  [[], ""],
])("days of %j are %s", (values, label) => {
  expect(trendLabel(values)).toBe(label);
});

test.each([
  [
    [0, 5, 10],
    ["M0 9 1 5 2 0", "M2 0h0"],
  ],
  [
    [3, 3],
    ["M0 5 1 5", "M1 5h0"],
  ],
  [
    [1, null, 2, 3, null],
    ["M0 9h0M2 5 3 0", "M3 0h0"],
  ],
  [[7], ["M0 5h0", "M0 5h0"]],
  [[null, null], []],
  [[], []],
])("the line of %j is drawn with gaps where nothing counted", (values, paths) => {
  const drawn = renderToStaticMarkup(<Sparkline values={values} />);
  expect([...drawn.matchAll(/ d="([^"]*)"/g)].map((match) => match[1])).toEqual(paths);
});
