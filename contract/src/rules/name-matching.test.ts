import fc from "fast-check";
import { expect, test } from "vitest";
import { createNameMatcher, findNameColumn, readNamedBlock } from "./name-matching.ts";

const roster = [
  { id: "1", name: "Frost Fox", aliases: ["FF"] },
  { id: "2", name: "Matéo", aliases: [] },
  { id: "3", name: "Hedda", aliases: ["Frost Turnip"] },
];
const match = createNameMatcher(roster);
const isName = (text: string) => match(text) !== null;

test("finds players by name and alias, and asks where a name only looks alike", () => {
  expect(match(" frost fox ")).toMatchObject({ member: { id: "1" }, isExact: true });
  expect(match("FF")).toMatchObject({ member: { id: "1" }, isExact: true });
  expect(match("Frost Foxx")).toMatchObject({ member: { id: "1" }, isExact: false });
  expect(match("Mateo")).toMatchObject({ member: { id: "2" }, isExact: false });
  expect([match("Zorro"), match(""), match("75")]).toEqual([null, null, null]);
});

test("a block goes by names when at least 60 % of its first or second column are names", () => {
  expect(
    findNameColumn(
      [
        ["Hedda", "5"],
        ["Zorro", "6"],
        ["FF", "7"],
      ],
      isName,
    ),
  ).toBe(0);
  expect(
    findNameColumn(
      [
        ["Hedda", "5"],
        ["Zorro", "6"],
      ],
      isName,
    ),
  ).toBeNull();
  expect(
    findNameColumn(
      [
        ["Player", "Gold"],
        ["Hedda", "5"],
        ["", "6"],
      ],
      isName,
    ),
  ).toBe(0);
  expect(
    findNameColumn(
      [
        ["1", "Hedda", "5"],
        ["2", "Matéo", "6"],
      ],
      isName,
    ),
  ).toBe(1);
  expect(
    findNameColumn(
      [
        ["5", "6"],
        ["7", "8"],
      ],
      isName,
    ),
  ).toBeNull();
  // Names alone bring no values.
  expect(findNameColumn([["Hedda"], ["FF"]], isName)).toBeNull();
});

test("numbers never go by names, and rows of players always do, whatever their order and values", () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 99_999 }).map(String),
    fc.constantFrom("yes", "no", "x", "1.5k", ""),
  );
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 20 }), (block) => {
      expect(findNameColumn(block, isName)).toBeNull();
    }),
  );
  const name = fc.constantFrom(...roster.flatMap((one) => [one.name, ...one.aliases]));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 20 }), fc.boolean(), (rows, hasHead) => {
      const block = [...(hasHead ? [["Player", "Gold"]] : []), ...rows];
      expect(findNameColumn(block, isName)).toBe(0);
      const read = readNamedBlock(block, 0, [{ name: "Capital gold", short_label: "Gold" }], 0);
      expect(read.columns).toEqual([0]);
      expect(read.rows).toEqual(rows.map(([who, text]) => ({ name: who, texts: [text] })));
    }),
  );
});

test("columns go by a head row of activities, else right from the chosen cell, as far as there are any", () => {
  const activities = [
    { name: "Logged in", short_label: "Log-in" },
    { name: "Troops donated", short_label: "Donated" },
    { name: "Raid attacks", short_label: "Raid" },
  ];
  const head = ["#", "Name", "raid attacks", "Rank", "Donated"];
  expect(readNamedBlock([head, ["1", "Hedda", "2", "7", "50"]], 1, activities, 0)).toEqual({
    rows: [{ name: "Hedda", texts: ["2", "7", "50"] }],
    columns: [2, null, 1],
  });
  expect(readNamedBlock([["Hedda", "1", "2", "3"]], 0, activities, 1).columns).toEqual([1, 2, null]);
});
