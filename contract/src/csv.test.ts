import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCsv, parseNumberedCsv, toCsvLine } from "./csv.ts";

test.each([
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a;b;c\r\n1;2;3\r\n",
    [
      ["a", "b", "c"],
      ["1", "2", "3"],
    ],
  ],
  [
    "Kara\tMage\nTom\tTank\n",
    [
      ["Kara", "Mage"],
      ["Tom", "Tank"],
    ],
  ],
  ["\uFEFFname\nKara", [["name"], ["Kara"]]],
  [
    '"Kara, the ""Owl""",x\n"two\nlines",y',
    [
      ['Kara, the "Owl"', "x"],
      ["two\nlines", "y"],
    ],
  ],
  ["Kara\n\n  \nTom", [["Kara"], ["Tom"]]],
  [
    "a,,\n,b,",
    [
      ["a", "", ""],
      ["", "b", ""],
    ],
  ],
  ['"never closed\nstill', [["never closed\nstill"]]],
  ['"Kara"!,x', [["Kara!", "x"]]],
  ["", []],
])("%j is read as %j", (text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});

test("what is written is read back the same, formulas made harmless", () => {
  const cell = fc.string({ unit: "binary" }).filter((text) => !/^[=+\-@\t\r]|[;\t\r\n][=+\-@]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const kept = rows.filter((cells) => cells.some((text) => text.trim() !== ""));
      const text = rows.map(toCsvLine).join("");
      fc.pre(!text.startsWith("\uFEFF"));
      expect(parseCsv(text, ",")).toEqual(kept);
    }),
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("%j is no formula any more", (text) => {
  expect(parseCsv(toCsvLine([text, "x"]), ",")[0]?.[0]).toBe(`'${text}`);
});

test.each([
  ["x;=1+cmd", "x;'=1+cmd"],
  ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["a\n-1;+2", "a\n'-1;'+2"],
  ["a-b; c=d", "a-b; c=d"],
])("%j begins no formula where a semicolon or a tab separates cells", (text, plain) => {
  expect(parseCsv(toCsvLine([text, "x"]), ",")[0]?.[0]).toBe(plain);
});

test("numbers stay numbers, nothing stays empty", () => {
  expect(toCsvLine([-1, 2.5, null, true, "x"])).toBe("-1,2.5,,true,x\r\n");
});

test("lines keep the numbers a spreadsheet shows, over empty ones and line breaks inside a cell", () => {
  expect(parseNumberedCsv('name,value\n\n"Ka\nra",1\n , \nTom,2')).toEqual([
    { line: 1, cells: ["name", "value"] },
    { line: 3, cells: ["Ka\nra", "1"] },
    { line: 5, cells: ["Tom", "2"] },
  ]);
});
