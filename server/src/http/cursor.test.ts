import { expect, test } from "vitest";
import { z } from "zod";
import { readCursor, toCursor, toPage, wrongCursor } from "./cursor.ts";

test("a page has a cursor while a row more than it takes was read", () => {
  const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const cursorOf = ({ id }: { id: string }) => id;
  expect(toPage(rows, 2, cursorOf)).toEqual({ items: rows.slice(0, 2), next_cursor: "b" });
  expect(toPage(rows, 3, cursorOf)).toEqual({ items: rows, next_cursor: null });
  expect(toPage([], 3, cursorOf)).toEqual({ items: [], next_cursor: null });
});

const end = z.tuple([z.iso.date(), z.int()]);

test("a cursor is read as what it was made of", () => {
  expect(readCursor(end, toCursor(["2026-03-01", 7]))).toEqual(["2026-03-01", 7]);
});

test.each(["", "§", "bm90IGpzb24", toCursor(null), toCursor(["2026-03-01"]), toCursor(["2026-03-01", "7"])])(
  "the cursor %j is refused",
  (cursor) => expect(() => readCursor(end, cursor)).toThrow(wrongCursor().message),
);
