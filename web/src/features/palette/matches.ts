import { foldText } from "@clanhall/contract/rules/fold-text";
import { asRecord } from "../../lib/compat/read-answer.ts";
import { readStored, recentItemsKey, writeStored } from "../../lib/shared/storage.ts";

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

/** 0 where the text begins with it, 1 where a word does, 2 where all its words are inside; else null. */
export function matchOf(text: string, key: string): number | null {
  const own = foldText(text);
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
  const folded = foldText(text);
  const parts = [key, ...key.split(" ")].filter(Boolean);
  const at = folded.length === text.length ? parts.map((word) => folded.indexOf(word)) : [];
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

const recentMax = 5;

/** What somebody opened last, the latest first. */
export function readRecent(userId: string): Item[] {
  try {
    const stored: unknown = JSON.parse(readStored(recentItemsKey(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.map(toItem).filter((item) => item !== null) : [];
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, { id, label, fullLabel, note, mark, clanId, href }: Item): void {
  const kept = { id, label: fullLabel ?? label, note, mark, clanId, href };
  const others = readRecent(userId).filter((item) => item.id !== id);
  writeStored(recentItemsKey(userId), JSON.stringify([kept, ...others].slice(0, recentMax)));
}

/** Whatever is stored comes from outside, or from an older version. */
function toItem(stored: unknown): Item | null {
  const { id, label, note, mark, clanId, href } = asRecord(stored);
  const drawn = toMark(asRecord(mark));
  if (typeof id !== "string" || typeof label !== "string" || !drawn) return null;
  if (typeof href !== "string" || !/^\/(?![/\\])/.test(href)) return null;
  return {
    id,
    label,
    mark: drawn,
    href,
    ...(typeof note === "string" && { note }),
    ...(typeof clanId === "string" && { clanId }),
  };
}

function toMark({ kind, path, name, tint, id }: Record<string, unknown>): Mark | null {
  if (kind === "drawing" && typeof path === "string") return { kind, path };
  if (kind === "player" && typeof name === "string" && typeof tint === "number") return { kind, name, tint };
  return kind === "clan" && typeof id === "string" ? { kind, id } : null;
}
