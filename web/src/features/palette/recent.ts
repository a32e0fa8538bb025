import { asRecord } from "../../lib/compat/read-answer.ts";
import { readStored, recentItemsKey, writeStored } from "../../lib/shared/storage.ts";
import type { Item, Mark } from "./matches.ts";

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
