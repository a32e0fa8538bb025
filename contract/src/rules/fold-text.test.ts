import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["José", "jose"],
  ["  Jose\u0301 the Great ", "jose the great"],
  ["ＷＯＬＦ", "wolf"],
  ["İstanbul", "istanbul"],
  ["wolf", "wolf"],
  ["\u200Bwolf", "wolf"],
])("%j is looked for as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
