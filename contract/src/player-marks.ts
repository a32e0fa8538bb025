/** How many colours players are told apart by. */
const tints = 8;
const graphemes = new Intl.Segmenter("en");

/** The first letters of two words, or the first two letters of one; a letter may be an emoji of many parts. */
export function initialsOf(name: string): string {
  const [first = name, second] = name.split(/[\s_.-]+/u).filter(Boolean);
  return second ? firstLetters(first, 1) + firstLetters(second, 1) : firstLetters(first, 2);
}

/** A colour that stays the player's own, from 1. */
export function tintOf(memberKey: string): number {
  let sum = 0;
  for (const letter of memberKey) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (sum % tints) + 1;
}

function firstLetters(word: string, count: number): string {
  let letters = "";
  for (const { segment } of graphemes.segment(word)) {
    if (count-- === 0) break;
    letters += segment;
  }
  return letters;
}
