import { splitGraphemes } from "./locale.ts";

/** How many colours players are told apart by. Each player of a clan has one of them as `tint`, from 1. */
export const tintCount = 8;

/** By tint. The first is grey, for whoever does not show a name. White letters stand 4.5:1 and more on each. */
export const avatarColors = [
  "#6b6b6b",
  "#4a6b4f",
  "#7d5f3c",
  "#275f8a",
  "#8a5810",
  "#6b3fa0",
  "#0f6470",
  "#a23a63",
  "#45525f",
] as const;

export function avatarColor(tint: number): string {
  return avatarColors[tint] ?? avatarColors[0];
}

/** The first letters of two words, or the first two letters of one; a letter may be an emoji of many parts. */
export function initialsOf(name: string): string {
  const [first = name, second] = name.split(/[\s_.-]+/u).filter(Boolean);
  return second ? firstGraphemes(first, 1) + firstGraphemes(second, 1) : firstGraphemes(first, 2);
}

const particles = new Set(
  "a an and at by da de del der des di do du el for in la le of on the to und van von".split(" "),
);

/** Of a clan: "Owls of Dawn" is OD. A name of little words alone keeps them. */
export function crestInitials(name: string): string {
  const all = name.split(/\s+/u);
  const parts = all.filter((part) => !particles.has(part.toLowerCase()));
  return initialsOf((parts.length > 0 ? parts : all).join(" ").trim()).toUpperCase();
}

function firstGraphemes(word: string, count: number): string {
  // Most names are plain letters.
  if (/^[ -~]*$/.test(word)) return word.slice(0, count);
  let text = "";
  for (const { segment } of splitGraphemes(word)) {
    if (count-- === 0) break;
    text += segment;
  }
  return text;
}
