import { expect, test } from "vitest";
import { toPublicPlayer } from "./public-names.ts";

const initials = (name: string) => toPublicPlayer({ name, aliases: [], tint: 1, choice: null }, "initials").name;

test.each([
  ["Bram Ironfoot", "BI"],
  ["Aelwyn", "A"],
  ["bram van ironfoot", "BV"],
  ["x", "X"],
  ["  Kara   Moon ", "KM"],
  ["(Kara) [NO] Moon", "KN"],
  ["Kara - Moon", "KM"],
  ["7of9", "7"],
])("%s is shortened to %s", (name, short) => {
  expect(initials(name)).toBe(short);
});

test.each([
  ["an emoji beside a word counts for nothing", "🦊 Kara", "K"],
  ["a name of emoji keeps whole emoji", "🦊🐺 🐻", "🦊🐻"],
  ["a family is one sign", "👨‍👩‍👧‍👦 👩🏽‍🚀 🐻", "👨‍👩‍👧‍👦👩🏽‍🚀"],
  ["a flag is one sign", "🇳🇴🇸🇪", "🇳🇴"],
  ["accents stay with their letter", "e\u0301mile zoe\u0308", "ÉZ"],
  ["a pile of marks stays with its letter", "q\u0323\u0307uin", "Q\u0323\u0307"],
  ["right-to-left names are read from their start", "محمد علي", "مع"],
  ["a mark of direction is no letter", "\u200f\u05d3\u05d5\u05d3", "\u05d3"],
  ["Indic syllables stay whole", "क्षमा", "क्ष"],
  ["punctuation stands for a name that is nothing else", "...", "."],
  ["a name that nobody can see is a question mark", "\u200d", "?"],
])("%s", (_what, name, short) => {
  expect(initials(name)).toBe(short);
});

const withAlias = { name: "Kara Moon", aliases: ["Owl", "Night"], tint: 3 };
const withoutAlias = { name: "Kara Moon", aliases: [], tint: 3 };

test.each([
  [null, "name", "Kara Moon", "Kara Moon"],
  [null, "alias", "Owl", "Kara Moon"],
  [null, "initials", "KM", "KM"],
  ["name", "name", "Kara Moon", "Kara Moon"],
  ["name", "alias", "Owl", "Kara Moon"],
  ["name", "initials", "KM", "KM"],
  ["alias", "name", "Owl", "KM"],
  ["alias", "alias", "Owl", "KM"],
  ["alias", "initials", "Owl", "KM"],
  ["hidden", "name", "Hidden player", "Hidden player"],
  ["hidden", "alias", "Hidden player", "Hidden player"],
  ["hidden", "initials", "Hidden player", "Hidden player"],
] as const)("who chose %s on a board of %ss reads as %s, and without aliases as %s", (choice, display, some, none) => {
  // Who hides their name hides the colour that would tell it.
  const tint = choice === "hidden" ? 0 : 3;
  expect(toPublicPlayer({ ...withAlias, choice }, display)).toEqual({ name: some, tint });
  expect(toPublicPlayer({ ...withoutAlias, choice }, display)).toEqual({ name: none, tint });
});
