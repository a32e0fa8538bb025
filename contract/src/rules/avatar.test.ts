import { expect, test } from "vitest";
import { contrast } from "./dark-colors.ts";
import { avatarColor, avatarColors, crestInitials, initialsOf, tintCount } from "./avatar.ts";

test.each([
  ["Bram Ironfoot", "BI"],
  ["Aelwyn", "Ae"],
  ["A", "A"],
  ["x_Slayer.99", "xS"],
  ["👨‍👩‍👧‍👦🔥 Dragons", "👨‍👩‍👧‍👦D"],
  ["é́lan", "é́l"],
  ["---", "--"],
  ["", ""],
])("the avatar of %s says %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("white letters are readable on every colour, and no two are the same", () => {
  expect(new Set(avatarColors).size).toBe(tintCount + 1);
  for (const color of avatarColors) expect(contrast("#ffffff", color), color).toBeGreaterThanOrEqual(4.5);
});

test("a tint has its colour, and none or one that nobody knows is grey", () => {
  expect(avatarColor(1)).toBe("#4a6b4f");
  expect(avatarColor(8)).toBe("#45525f");
  expect([0, 9, -1].map(avatarColor)).toEqual(["#6b6b6b", "#6b6b6b", "#6b6b6b"]);
});

test.each([
  ["Owls of Dawn", "OD"],
  ["The Night Watch", "NW"],
  ["wolves", "WO"],
  ["Of the", "OT"],
])("the crest of %s says %s", (name, initials) => {
  expect(crestInitials(name)).toBe(initials);
});
