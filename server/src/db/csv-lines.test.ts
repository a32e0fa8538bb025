import { expect, test } from "vitest";
import { batches, csvLines } from "./csv-lines.ts";

test.each([
  [0, ["n,double\r\n"], [0]],
  [3, ["n,double\r\n", "1,2\r\n2,4\r\n", "3,6\r\n"], [0, 2]],
  [4, ["n,double\r\n", "1,2\r\n2,4\r\n", "3,6\r\n4,8\r\n"], [0, 2, 4]],
])("%s rows are read two at a time, each from where the last ended", async (count, lines, asked) => {
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  const loads: number[] = [];
  const load = async (last = 0) => {
    loads.push(last);
    return rows.slice(last, last + 2);
  };
  const found: string[] = [];
  for await (const line of csvLines(["n", "double"], batches(2, load), (row) => [row, row * 2])) found.push(line);
  expect(found).toEqual(lines);
  expect(loads).toEqual(asked);
});
