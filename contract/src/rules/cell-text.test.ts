import fc from "fast-check";
import { expect, test } from "vitest";
import { type CellText, readCellText } from "./cell-text.ts";
import type { ValueType } from "./scoring.ts";

function read(text: string, value_type: ValueType = "whole", current: number | null = null, decimal: "." | "," = ".") {
  return readCellText(text, { value_type, current, decimal });
}

const valueOf = (answer: CellText) => (answer.kind === "value" ? answer.value : answer.kind);

test.each([
  ["", "clear"],
  ["  \t", "clear"],
  ["x", "excused"],
  [" X ", "excused"],
  ["Excused", "excused"],
  ["250", 250],
  ["２５０", 250],
  ["2 500", 2500],
  ["2\u00A0500", 2500],
  ["2'500", 2500],
  ["1.5k", 1500],
  ["1,5K", 1500],
  [".5k", 500],
  ["2m", 2_000_000],
  ["0.0035m", 3500],
  ["-5", -5],
  ["−5", -5],
  ["-0", 0],
  ["+5", 5],
  ["1,234,567.5", 1_234_567.5],
  ["1.234.567,5", 1_234_567.5],
  ["12,34,567", 1_234_567],
  ["0,500", 0.5],
  ["1.2.2025", "problem"],
  ["1,2,3", "problem"],
  ["1.5,000,3", "problem"],
  ["k", "problem"],
  ["+", "problem"],
  ["--5", "problem"],
  ["1e3", "problem"],
  ["12a", "problem"],
  ["50 %", "problem"],
])("%j is read as %j", (text, meant) => {
  expect(valueOf(read(text, "decimal"))).toBe(meant);
});

test.each([
  ["1,500", ".", 1500],
  ["1,500", ",", 1.5],
  ["1.500", ".", 1.5],
  ["1.500", ",", 1500],
  ["1,5", ".", 1.5],
  ["1.5", ",", 1.5],
] as const)("%j by somebody whose decimal sign is %j is %j", (text, decimal, value) => {
  expect(valueOf(read(text, "decimal", null, decimal))).toBe(value);
});

test.each([
  ["90", 90],
  ["1:30", 90],
  ["1h", 60],
  ["1h30", 90],
  ["1 h 30 min", 90],
  ["45 min", 45],
  ["45m", 45],
  ["0:05", 5],
  ["+0:15", 75],
  ["1:75", "problem"],
  ["soon", "problem"],
])("%j minutes is %j", (text, value) => {
  expect(valueOf(read(text, "duration", 60))).toBe(value);
});

test.each([
  ["yes", 1],
  ["Y", 1],
  ["✓", 1],
  ["1", 1],
  ["TRUE", 1],
  ["no", 0],
  ["–", 0],
  ["0", 0],
  ["x", "excused"],
  ["", "clear"],
  ["2", "problem"],
  ["+1", "problem"],
])("yes or no: %j is %j", (text, value) => {
  expect(valueOf(read(text, "yes_no"))).toBe(value);
});

test("a plus adds to what stands there, without the dust of binary fractions", () => {
  expect(read("+0.2", "decimal", 0.1)).toEqual({ kind: "value", value: 0.3 });
  expect(read("+1k", "whole", 250)).toEqual({ kind: "value", value: 1250 });
  expect(read("+-50", "whole", 250)).toEqual({ kind: "value", value: 200 });
});

test("what a number is written as in any locale is read as that number", () => {
  const locales = fc.constantFrom("en", "de", "de-CH", "fr", "en-IN", "sv", "es", "pl");
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).map((value) => value / 100);
  fc.assert(
    fc.property(locales, cents, (locale, value) => {
      const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
      const decimal = format.format(1.5).includes(",") ? "," : ".";
      expect(read(format.format(value), "decimal", null, decimal)).toEqual({ kind: "value", value: value + 0 });
    }),
  );
});

test("nothing that is typed breaks it, and every value is a plain number", () => {
  const types = fc.constantFrom<ValueType>("whole", "decimal", "yes_no", "duration");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), types, (text, type) => {
      const answer = read(text, type, 5);
      expect(answer.kind !== "value" || (Number.isFinite(answer.value) && !Object.is(answer.value, -0))).toBe(true);
    }),
  );
});
