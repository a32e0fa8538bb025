import type { HistorySum } from "@clanhall/contract/entry-history";
import { expect, test } from "vitest";
import { countParts, worstFirst } from "./format.ts";

const nothing: HistorySum = {
  value: null,
  points: 0,
  due: 0,
  met: 0,
  partly: 0,
  missed: 0,
  missing: 0,
  excused: 0,
  entered: 0,
  rate: null,
};
const rowOf = (label: string, sum: Partial<HistorySum>) => ({ key: label, label, sum: { ...nothing, ...sum } });

test("the worst come first, of equals whoever had more to do, and last those who had nothing to do", () => {
  const rows = [
    rowOf("Away", { due: 3, excused: 3 }),
    rowOf("Best", { due: 9, rate: 100 }),
    rowOf("Few", { due: 2, rate: 50 }),
    rowOf("Many", { due: 8, rate: 50 }),
    rowOf("None", { due: 8, rate: 0 }),
  ];
  expect(worstFirst(rows).map(({ label }) => label)).toEqual(["None", "Many", "Few", "Best", "Away"]);
});

test("what is missing is told apart from what was entered as nothing", () => {
  const parts = countParts({ ...nothing, due: 10, met: 4, partly: 1, missed: 4, missing: 3, excused: 1 });
  expect(parts.map(({ name, count }) => `${count} ${name}`)).toEqual([
    "4 met",
    "1 partly",
    "1 missed",
    "3 no data",
    "1 excused",
  ]);
});
