import { expect, test } from "vitest";
import { recentItemsKey } from "../../lib/shared/storage.ts";
import type { Item } from "./matches.ts";
import { keepRecent, readRecent } from "./recent.ts";

const item = (id: string): Item => ({
  id,
  label: `Row ${id}`,
  mark: { kind: "player", name: "Ann", tint: 2 },
  href: "/x",
});
const idsOf = (userId: string) => readRecent(userId).map(({ id }) => id);

test("the five last opened are kept for each person, each once, the latest first", () => {
  for (const id of ["1", "2", "3", "4", "5", "6", "3"]) keepRecent("kara", item(id));
  expect(idsOf("kara")).toEqual(["3", "6", "5", "4", "2"]);
  expect(idsOf("bram")).toEqual([]);
});

test("what is stored and cannot be read, or leads away from here, is left out", () => {
  const good = item("good");
  for (const stored of ["{", "{}", "null", "7"]) {
    localStorage.setItem(recentItemsKey("kara"), stored);
    expect(idsOf("kara"), stored).toEqual([]);
  }
  const odd = [null, { ...good, href: "//evil.example" }, { ...good, href: "javascript:1" }, { ...good, mark: {} }, {}];
  localStorage.setItem(recentItemsKey("kara"), JSON.stringify([...odd, good]));
  expect(readRecent("kara")).toEqual([good]);
});
