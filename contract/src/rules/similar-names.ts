import { toNameKey } from "./names.ts";

/** Shorter names differ by one letter too easily. */
const shortest = 4;
/** Longer names are found only by exactly what they are: comparing costs the square of their length. */
const longest = 64;

/** What looking for similar names may cost in one request, in letters; some ten thousand names of usual length. */
export interface NameBudget {
  left: number;
}

export function createNameBudget(characters = 4_000_000): NameBudget {
  return { left: characters };
}

/**
 * Finds names that a person may have typed for the same player: other accents, spaces or signs, or one letter off.
 * Names for which the budget does not last are found with other accents, spaces or signs alone.
 */
export function createNameFinder<Entry extends { name: string }>(entries: Entry[], budget = createNameBudget()) {
  const bySkeleton = new Map<string, Entry>();
  const byShorter = new Map<string, Entry>();
  function keep(entry: Entry, skeleton: string, shorter: string[]): void {
    for (const key of [skeleton, ...shorter]) if (!byShorter.has(key)) byShorter.set(key, entry);
    bySkeleton.set(skeleton, entry);
  }
  function add(entry: Entry): void {
    const skeleton = toSkeleton(entry.name);
    keep(entry, skeleton, shorterBy1(skeleton, budget));
  }
  function find(skeleton: string, shorter: () => string[]): Entry | null {
    const same = bySkeleton.get(skeleton) ?? byShorter.get(skeleton);
    if (same) return same;
    for (const key of shorter()) {
      const near = byShorter.get(key);
      if (near) return near;
    }
    return null;
  }
  function findSimilar(name: string): Entry | null {
    const skeleton = toSkeleton(name);
    return find(skeleton, () => shorterBy1(skeleton, budget));
  }
  /** Finds whom an entry looks like, and adds it: for lists that are compared with themselves. */
  function findAndAdd(entry: Entry): Entry | null {
    const skeleton = toSkeleton(entry.name);
    const shorter = shorterBy1(skeleton, budget);
    const similar = find(skeleton, () => shorter);
    keep(entry, skeleton, shorter);
    return similar;
  }
  for (const entry of entries) add(entry);
  return Object.assign(findSimilar, { add, findAndAdd });
}

/** Letters and digits alone, without accents; a name of signs only, or a very long one, stands for itself. */
function toSkeleton(name: string): string {
  const key = toNameKey(name);
  // Counted before anything is done to the letters, which may be thousands.
  if (key.length > longest * 4) return key;
  const skeleton = key.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return skeleton === "" || skeleton.length > longest ? key : skeleton;
}

function shorterBy1(skeleton: string, budget: NameBudget): string[] {
  const characters = Array.from(skeleton);
  const cost = characters.length ** 2;
  if (characters.length < shortest || skeleton.length > longest || cost > budget.left) return [];
  budget.left -= cost;
  let at = 0;
  return characters.map((character) => skeleton.slice(0, at) + skeleton.slice((at += character.length)));
}
