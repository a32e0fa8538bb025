import fc from "fast-check";
import { expect, test } from "vitest";
import { findNextMissing } from "./next-missing.ts";

const order = { groups: [0, 1, 2], lines: [4, 2, 7] };
const missing = (...cells: string[]) => {
  const names = new Set(cells);
  return ({ group, line }: { group: number; line: number }) => names.has(`${group} ${line}`);
};

test("goes on in the shown order and once around", () => {
  expect(findNextMissing(order, { group: 0, line: 2 }, missing("0 4", "0 7"))).toEqual({ group: 0, line: 7 });
  expect(findNextMissing(order, { group: 0, line: 7 }, missing("0 4", "0 2"))).toEqual({ group: 0, line: 4 });
  expect(findNextMissing(order, { group: 0, line: null }, missing("0 2"))).toEqual({ group: 0, line: 2 });
});

test("goes to the first missing one of the next group, once around, and ends when nothing is missing", () => {
  expect(findNextMissing(order, { group: 1, line: 2 }, missing("0 7", "2 2", "2 7"))).toEqual({ group: 2, line: 2 });
  expect(findNextMissing(order, { group: 1, line: 2 }, missing("0 7"))).toEqual({ group: 0, line: 7 });
  expect(findNextMissing(order, { group: 1, line: 2 }, () => false)).toBeNull();
});

test("whoever fills what they are led to has filled everything at the end", () => {
  const size = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(size, size, fc.array(fc.nat(35), { maxLength: 40 }), fc.nat(5), (rows, columns, filled, start) => {
      const [groups, lines] = [[...Array(columns).keys()], [...Array(rows).keys()]];
      const open = new Set(groups.flatMap((group) => lines.map((line) => `${group} ${line}`)));
      for (const one of filled) open.delete(`${one % columns} ${Math.floor(one / columns) % rows}`);
      let from: { group: number; line: number | null } = { group: start % columns, line: null };
      for (let left = open.size; left > 0; left -= 1) {
        const next = findNextMissing({ groups, lines }, from, ({ group, line }) => open.has(`${group} ${line}`));
        if (!next) throw new Error("led nowhere while something is missing");
        open.delete(`${next.group} ${next.line}`);
        from = next;
      }
      expect(open.size).toBe(0);
    }),
  );
});
