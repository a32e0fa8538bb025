import { expect, test } from "vitest";
import { createNameFinder } from "./similar-names.ts";

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
