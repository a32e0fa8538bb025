/** How something is drawn before its name. */
export type Mark =
  | { kind: "drawing"; path: string }
  | { kind: "player"; name: string; tint: number }
  | { kind: "clan"; id: string };

/** A row of the palette: it leads somewhere or does something. */
export interface Item {
  id: string;
  label: string;
  /** Where it is shown without what stands above it. */
  fullLabel?: string;
  note?: string;
  mark: Mark;
  /** The clan it belongs to. */
  clanId?: string;
  /** The keys that do the same, one after the other. */
  keys?: string[];
  href?: string;
  run?: () => void;
}

export interface Group {
  label: string;
  items: Item[];
}

/** Rows of each group. */
const groupMax = 5;

export function toKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim().replace(/\s+/gu, " ");
}

/** 0 where the text begins with it, 1 where a word does, 2 where all its words are inside; else null. */
export function matchOf(text: string, key: string): number | null {
  const own = toKey(text);
  if (own.startsWith(key)) return 0;
  const parts = own.split(/[^\p{L}\p{N}]+/u);
  if (parts.some((_, index) => parts.slice(index).join(" ").startsWith(key))) return 1;
  return key.split(" ").every((word) => own.includes(word)) ? 2 : null;
}

/** Those that match, the current clan's first, then the better ones. */
export function findItems(items: Item[], key: string, clanId: string | undefined): Item[] {
  const rank = ({ label, clanId: own }: Item) => {
    const match = matchOf(label, key);
    return match === null ? null : match + (own === undefined || own === clanId ? 0 : 10);
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((found): found is { item: Item; rank: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
    .slice(0, groupMax);
}

/** In the given order, but the one with the best match stands first. */
export function orderGroups(groups: Group[], key: string): Group[] {
  const filled = groups.filter(({ items }) => items.length > 0);
  const matches = filled.map(({ items }) => Math.min(...items.map(({ label }) => matchOf(label, key) ?? 3)));
  const best = filled[matches.indexOf(Math.min(...matches))];
  return best ? [best, ...filled.filter((group) => group !== best)] : [];
}

/** A text in parts, those that were typed marked. */
export function splitByMatch(text: string, key: string): { text: string; isMatch: boolean }[] {
  const lower = text.toLowerCase();
  const parts = [key, ...key.split(" ")].filter(Boolean);
  const at = lower.length === text.length ? parts.map((word) => lower.indexOf(word)) : [];
  const first = at.findIndex((index) => index >= 0);
  const start = at[first];
  if (start === undefined) return [{ text, isMatch: false }];
  const end = start + (parts[first]?.length ?? 0);
  return [
    { text: text.slice(0, start), isMatch: false },
    { text: text.slice(start, end), isMatch: true },
    { text: text.slice(end), isMatch: false },
  ].filter((part) => part.text !== "");
}
