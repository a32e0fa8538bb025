import { expect, test } from "vitest";
import { bram } from "../../testing/fake-clans.ts";
import { nextSort, sortRows } from "./roster-sort.ts";

const rows = [
  { ...bram, name: "Ann", rate_7: 50 },
  { ...bram, name: "Ben", rate_7: null },
  { ...bram, name: "Cat", rate_7: 0 },
  { ...bram, name: "Dan", rate_7: 50 },
];
const names = (sort: Parameters<typeof sortRows>[1]) => sortRows(rows, sort).map(({ name }) => name);

test("a column sorts up, then down, then not at all, and what is not known is last", () => {
  const up = nextSort(null, "rate_7");
  const down = nextSort(up, "rate_7");
  expect([names(up), names(down), names(nextSort(down, "rate_7"))]).toEqual([
    ["Cat", "Ann", "Dan", "Ben"],
    ["Ann", "Dan", "Cat", "Ben"],
    ["Ann", "Ben", "Cat", "Dan"],
  ]);
  expect(nextSort(down, "joined")).toEqual({ key: "joined", isDown: false });
});
