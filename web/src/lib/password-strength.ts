import { passwordMin } from "./auth-fields.ts";

const classes: [RegExp, size: number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{Ll}\p{Lu}\p{Nd}]/u, 30],
];

const steps = [
  { bits: 80, level: 4, words: "Looks strong" },
  { bits: 60, level: 3, words: "Looks good" },
  { bits: 45, level: 2, words: "Fair: a few more characters would help" },
  { bits: 0, level: 1, words: "Weak: easy to guess" },
];

export interface Strength {
  /** From 0, too short to be taken, to 4. */
  level: number;
  words: string;
}

/** A rough estimate by length and variety. It knows no words or names, so it promises nothing. */
export function estimateStrength(password: string, min = passwordMin): Strength {
  const characters = Array.from(password);
  const missing = min - characters.length;
  if (missing > 0) return { level: 0, words: `${missing} more ${missing === 1 ? "character" : "characters"} needed` };
  const variety = classes.reduce((sum, [pattern, size]) => (pattern.test(password) ? sum + size : sum), 0);
  const bits = countSurprises(characters) * Math.log2(variety);
  const { level, words } = steps.find((step) => bits >= step.bits) ?? { level: 1, words: "" };
  return { level, words };
}

/** Characters that do not simply repeat or continue the one before, and no more than twice as many as differ. */
function countSurprises(characters: string[]): number {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const surprising = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? Infinity)) > 1);
  return Math.min(surprising.length, new Set(characters).size * 2);
}
