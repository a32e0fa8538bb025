import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../testing/property-runs.ts";
import { toNameKey } from "../text.ts";
import { createNameBudget, createNameFinder } from "./similar-names.ts";

const find = createNameFinder([
  { name: "Kara Nightowl" },
  { name: "Zoë" },
  { name: "xX_Tom_Xx" },
  { name: "★★" },
  { name: "Ali" },
]);

test.each([
  ["kara nightowl", "Kara Nightowl"],
  ["KaraNightowl", "Kara Nightowl"],
  ["Kara-Nightowl!", "Kara Nightowl"],
  ["Kara Nigtowl", "Kara Nightowl"],
  ["Kara Nightowll", "Kara Nightowl"],
  ["Kara Nihgtowl", "Kara Nightowl"],
  ["Kara Nightawl", "Kara Nightowl"],
  ["Zoe", "Zoë"],
  ["xXTomXx", "xX_Tom_Xx"],
  ["★★", "★★"],
])("%s may be %s", (name, entry) => {
  expect(find(name)?.name).toBe(entry);
});

test.each(["Kara", "Tom", "Ari", "Alo", "Night Owl Kara", "★", ""])("%j is somebody else", (name) => {
  expect(find(name)).toBeNull();
});

test("H1: a name of more than 64 letters is found by exactly what it is", () => {
  const long = "Kara".repeat(17);
  const findLong = createNameFinder([{ name: long }, { name: "\ufdfa".repeat(500) }]);
  expect(findLong(long.toLowerCase())?.name).toBe(long);
  expect(findLong("\ufdfa".repeat(500))).not.toBeNull();
  expect(findLong(long.slice(1))).toBeNull();
  expect(findLong(`${long}!`)).toBeNull();
  expect(findLong("\ufdfa".repeat(499))).toBeNull();
});

test("H1: similar names are looked for as long as the request's budget lasts, others are found as before", () => {
  const budget = createNameBudget(300);
  const names = ["Kara Nightowl", "Bram Ironfoot", "Corvin Stormcall"].map((name) => ({ name }));
  const findFew = createNameFinder(names, budget);
  expect(budget.left).toBeLessThan(12 ** 2);
  expect(findFew("corvin-stormcall")?.name).toBe("Corvin Stormcall");
  expect(findFew("Corvin Stormcal")).toBeNull();
});

test("H1: the work grows with the letters of a name, not with their square", () => {
  const heavy = Array.from({ length: 4_500 }, (_, index) => ({ name: `${index}${"\ufdfa".repeat(60)}` }));
  const budget = createNameBudget();
  createNameFinder(heavy, budget);
  expect(budget.left).toBe(createNameBudget().left);
  const long = Array.from({ length: 50_000 }, (_, index) => ({ name: `${index}`.padEnd(60, "x") }));
  createNameFinder(long, budget);
  expect(budget.left).toBeGreaterThanOrEqual(0);
  expect(budget.left).toBeLessThan(60 ** 2);
});

test("a list compared with itself finds what looking and adding in turns finds", () => {
  const names = ["Kara Nightowl", "Kara Nigtowl", "Bram", "bram!", "Brams", "Zoë", "Zoe"].map((name) => ({ name }));
  const [inTurns, atOnce] = [createNameFinder<{ name: string }>([]), createNameFinder<{ name: string }>([])];
  const found = names.map((entry) => {
    const similar = inTurns(entry.name);
    inTurns.add(entry);
    return similar;
  });
  expect(names.map((entry) => atOnce.findAndAdd(entry))).toEqual(found);
  expect(found.filter((entry) => entry !== null).map(({ name }) => name)).toEqual([
    "Kara Nightowl",
    "Bram",
    "Bram",
    "Zoë",
  ]);
});

test("plain names have the same key by the short way as by the long one", () => {
  const longWay = (name: string) =>
    name
      .normalize("NFKC")
      .replace(/[\p{Cf}\p{Cc}]/gu, "")
      .trim()
      .replace(/\s+/gu, " ")
      .toLowerCase();
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "Z", "9", " ", "~", "!", "\t", "\n", "ë", "Ā", "\u200b", "\uff21") }),
      (name) => {
        expect(toNameKey(name)).toBe(longWay(name));
      },
    ),
    runs(200),
  );
});
