import { expect, test } from "vitest";
import { estimateStrength } from "./password-strength.ts";

test.each([
  ["kara", 0, "6 more characters needed"],
  ["ninechars", 0, "1 more character needed"],
  ["aaaaaaaaaaaaaaaa", 1, "Weak: easy to guess"],
  ["1234567890", 1, "Weak: easy to guess"],
  ["abcdefghijklmnop", 1, "Weak: easy to guess"],
  ["hakerowimy", 2, "Fair: a few more characters would help"],
  ["hakerowimyqsz", 3, "Looks good"],
  ["horse battery staple", 4, "Looks strong"],
  ["r8$Lq!v2Zx@t7", 4, "Looks strong"],
])("%s is level %i: %s", (password, level, words) => {
  expect(estimateStrength(password)).toEqual({ level, words });
});
