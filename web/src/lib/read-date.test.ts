import { expect, test } from "vitest";
import { formatOwnDate, formatOwnTime } from "./format.ts";
import { guessDateOrder, readDate, readTime } from "./read-date.ts";

test.each([
  ["15.11.", "2026-11-15"],
  ["15.11", "2026-11-15"],
  ["1. 3. 27", "2027-03-01"],
  ["11/15", "2026-11-15"],
  ["15/11/2025", "2025-11-15"],
  ["2026-02-28", "2026-02-28"],
  ["2026/2/8", "2026-02-08"],
  ["15 Nov", "2026-11-15"],
  ["November 15, 2027", "2027-11-15"],
  ["today", "2026-11-16"],
  ["Yesterday", "2026-11-15"],
  ["-1", "2026-11-15"],
  ["+20", "2026-12-06"],
  ["", ""],
])("%s is read as %s", (typed, date) => {
  expect(readDate(typed, "2026-11-16")).toBe(date);
});

test.each(["31.2.", "29.2.2027", "15", "soon", "13/13", "15 Fnord", "2026-13-01", "1e3"])("%s is no day", (typed) => {
  expect(readDate(typed, "2026-11-16")).toBeNull();
});

test.each([
  [["3/4/2026", "13/4/2026"], "2026-04-03"],
  [["3/4/2026", "4/13/2026"], "2026-03-04"],
])("a column of %s has one order of day and month", (texts, first) => {
  expect(readDate(texts[0] ?? "", "2026-11-16", guessDateOrder(texts))).toBe(first);
});

test("what a field shows can be read again", () => {
  for (const date of ["2026-03-01", "2027-12-31"]) expect(readDate(formatOwnDate(date), "2026-11-16")).toBe(date);
});

test.each([
  ["8", "08:00"],
  ["20:15", "20:15"],
  ["8.05", "08:05"],
  ["0815", "08:15"],
  ["20h", "20:00"],
  ["8pm", "20:00"],
  ["8:15 P.M.", "20:15"],
  ["12 am", "00:00"],
  ["12:30 pm", "12:30"],
  ["24", null],
  ["8:60", null],
  ["13 pm", null],
  ["0 am", null],
  ["soon", null],
  ["", ""],
])("%s is read as the time %s", (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

test.each([
  ["en-US", "8:15 PM"],
  ["de-DE", "20:15"],
  ["ko-KR", "8:15 PM"],
])("a reader of %s has a quarter past eight as %s", (language, text) => {
  expect(formatOwnTime("20:15", language)).toBe(text);
  for (const time of ["00:00", "08:05", "12:30", "20:15"]) expect(readTime(formatOwnTime(time, language))).toBe(time);
});
