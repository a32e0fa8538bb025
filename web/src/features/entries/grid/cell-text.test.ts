import fc from "fast-check";
import { expect, test } from "vitest";
import { formatClipboardText, parseClipboardText } from "./cell-text.ts";

test.each([
  ["", [[""]]],
  ["5", [["5"]]],
  ["5\r\n", [["5"]]],
  [
    "1\t2\r\n3\t4\r\n",
    [
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  ["1\n\n3\n", [["1"], [""], ["3"]]],
  [
    "1\t\n\t4",
    [
      ["1", ""],
      ["", "4"],
    ],
  ],
  ["1\r2", [["1"], ["2"]]],
  [
    '"a\tb"\t"c\nd"\n"say ""hi"""\t2',
    [
      ["a\tb", "c\nd"],
      ['say "hi"', "2"],
    ],
  ],
  ['5"\t6', [['5"', "6"]]],
  ['"5\t6', [['"5', "6"]]],
])("%j is read as a block", (text, block) => {
  expect(parseClipboardText(text)).toEqual(block);
});

test("what is copied is read again as it was", () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', "\t", "\n", "\r", "a", "5") }));
  const block = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }))
    .chain(([columns, rows]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    );
  fc.assert(
    fc.property(block, (cells) => {
      expect(parseClipboardText(formatClipboardText(cells))).toEqual(cells);
    }),
  );
});
