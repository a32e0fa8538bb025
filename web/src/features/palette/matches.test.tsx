import { foldText } from "@clanhall/contract/rules/fold-text";
import { expect, test } from "vitest";
import { recentItemsKey } from "../../lib/shared/storage.ts";
import { findItems, type Item, keepRecent, matchOf, orderGroups, readRecent, splitByMatch } from "./matches.ts";

const item = (label: string, clanId?: string): Item => ({
  id: label,
  label,
  mark: { kind: "drawing", path: "" },
  ...(clanId && { clanId }),
});

test.each([
  ["Wolves of the week", "wol", 0],
  ["Ember Wolves", "wol", 1],
  ["Share “Wolves of the week”", "wolves of", 1],
  ["Werewolf", "wol", 2],
  ["Today in Ember Wolves", "wolves today", 2],
  ["Émile Zola", "e\u0301mile", 0],
  ["Émile Zola", "emile", 0],
  ["Ann", "wol", null],
])("%j for %j is a match of %j", (text, typed, match) => {
  expect(matchOf(text, foldText(typed))).toBe(match);
});

test("of what matches five are kept, the current clan's first and then the best", () => {
  const items = ["Werewolf", "Wolf 1", "Wolf 2", "Wolf 3", "Wolf 4", "Otter"].map((name) => item(name, "there"));
  const found = findItems([...items, item("A werewolf", "here"), item("Wolf")], "wolf", "here");
  expect(found.map(({ label }) => label)).toEqual(["Wolf", "A werewolf", "Wolf 1", "Wolf 2", "Wolf 3"]);
});

test("the group with the best match comes first, the others keep their order, empty ones go", () => {
  const groups = [
    { label: "Scoreboards", items: [item("Big wolves")] },
    { label: "Actions", items: [] },
    { label: "Players", items: [item("Otter"), item("Wolfram")] },
    { label: "Clans", items: [item("Wolf Pack")] },
  ];
  expect(orderGroups(groups, "wol").map(({ label }) => label)).toEqual(["Players", "Scoreboards", "Clans"]);
});

test("what was typed is marked where it stands", () => {
  expect(splitByMatch("Grey Wolf", "wol")).toEqual([
    { text: "Grey ", isMatch: false },
    { text: "Wol", isMatch: true },
    { text: "f", isMatch: false },
  ]);
  expect(splitByMatch("José", "jose")).toEqual([{ text: "José", isMatch: true }]);
  expect(splitByMatch("Ann", "wol")).toEqual([{ text: "Ann", isMatch: false }]);
  expect(splitByMatch("Ann", "")).toEqual([{ text: "Ann", isMatch: false }]);
});

const storedItem = (id: string): Item => ({
  id,
  label: `Row ${id}`,
  mark: { kind: "player", name: "Ann", tint: 2 },
  href: "/x",
});
const idsOf = (userId: string) => readRecent(userId).map(({ id }) => id);

test("the five last opened are kept for each person, each once, the latest first", () => {
  for (const id of ["1", "2", "3", "4", "5", "6", "3"]) keepRecent("kara", storedItem(id));
  expect(idsOf("kara")).toEqual(["3", "6", "5", "4", "2"]);
  expect(idsOf("bram")).toEqual([]);
});

test("what is stored and cannot be read, or leads away from here, is left out", () => {
  const good = storedItem("good");
  for (const stored of ["{", "{}", "null", "7"]) {
    localStorage.setItem(recentItemsKey("kara"), stored);
    expect(idsOf("kara"), stored).toEqual([]);
  }
  const odd = [null, { ...good, href: "//evil.example" }, { ...good, href: "javascript:1" }, { ...good, mark: {} }, {}];
  localStorage.setItem(recentItemsKey("kara"), JSON.stringify([...odd, good]));
  expect(readRecent("kara")).toEqual([good]);
});
