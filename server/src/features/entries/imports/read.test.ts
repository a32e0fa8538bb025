import { expect, test } from "vitest";
import { readDate } from "./read.ts";

test.each([
  ["2026-03-04", "ymd", "2026-03-04"],
  ["2026-03-04", "mdy", "2026-03-04"],
  [" 2026-3-4 ", "dmy", "2026-03-04"],
  ["2026-03-04 00:00:00", "dmy", "2026-03-04"],
  ["2026-03-04T00:00:00.000Z", "dmy", "2026-03-04"],
  ["2026/03/04", "dmy", "2026-03-04"],
  ["4.3.2026", "dmy", "2026-03-04"],
  ["4. 3. 2026", "dmy", "2026-03-04"],
  ["04/03/26", "dmy", "2026-03-04"],
  ["3/4/2026", "mdy", "2026-03-04"],
  ["29.02.2024", "dmy", "2024-02-29"],
] as const)("%s in the order %s is %s", (text, order, date) => {
  expect(readDate(text, order)).toBe(date);
});

test.each([
  ["29.02.2026", "dmy"],
  ["2026-02-30", "ymd"],
  ["31/12/2026", "mdy"],
  ["04.03.2026", "ymd"],
  ["2026-03-04 21:30", "ymd"],
  ["1969-12-31", "ymd"],
  ["2026-00-01", "ymd"],
  ["0004-03-2026", "dmy"],
  ["46085", "ymd"],
  ["yesterday", "dmy"],
  ["=TODAY()", "ymd"],
  ["", "ymd"],
] as const)("%j in the order %s is no date", (text, order) => {
  expect(readDate(text, order)).toBeNull();
});
