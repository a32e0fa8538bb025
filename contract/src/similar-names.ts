import { toNameKey } from "./text.ts";

/** Shorter names differ by one letter too easily. */
const shortest = 4;

/** Finds names that a person may have typed for the same player: other accents, spaces or signs, or one letter off. */
export function createNameFinder<Entry extends { name: string }>(entries: Entry[]) {
  const bySkeleton = new Map<string, Entry>();
  const byShorter = new Map<string, Entry>();
  function add(entry: Entry): void {
    const skeleton = toSkeleton(entry.name);
    for (const key of [skeleton, ...shorterBy1(skeleton)]) if (!byShorter.has(key)) byShorter.set(key, entry);
    bySkeleton.set(skeleton, entry);
  }
  function findSimilar(name: string): Entry | null {
    const skeleton = toSkeleton(name);
    const same = bySkeleton.get(skeleton);
    if (same) return same;
    for (const key of [skeleton, ...shorterBy1(skeleton)]) {
      const near = byShorter.get(key);
      if (near) return near;
    }
    return null;
  }
  for (const entry of entries) add(entry);
  return Object.assign(findSimilar, { add });
}

/** Letters and digits alone, without accents; a name of signs only stands for itself. */
function toSkeleton(name: string): string {
  const key = toNameKey(name);
  return key.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "") || key;
}

function shorterBy1(skeleton: string): string[] {
  const letters = Array.from(skeleton);
  if (letters.length < shortest) return [];
  let at = 0;
  return letters.map((letter) => skeleton.slice(0, at) + skeleton.slice((at += letter.length)));
}
