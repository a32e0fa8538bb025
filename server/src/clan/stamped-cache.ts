import { LRUCache } from "lru-cache";
import type { Db } from "../db/tables.ts";
import { listStamps } from "./lock.ts";

interface Stamped {
  key: string;
  clan_id: string;
  /** The clan's day, and what else the value depends on that is not stored. */
  day: string;
}

/**
 * Values of clans, each computed again once something of its clan changed. Not kept for ever: of two changes at once the
 * later one hides the other, and to be read again makes nothing newer.
 */
export function createStampedCache<Value>(max: number) {
  const known = new LRUCache<string, { stamp: string; value: Value }>({ max, ttl: 60_000 });
  /** By key; what `compute` leaves out is left out. */
  return async <Item extends Stamped>(
    db: Db,
    items: Item[],
    compute: (changed: Item[]) => Promise<Map<string, Value>>,
  ): Promise<Map<string, Value>> => {
    const stamps = await listStamps(db, [...new Set(items.map(({ clan_id }) => clan_id))]);
    const stampOf = ({ clan_id, day }: Stamped) => `${day} ${stamps.get(clan_id)}`;
    const found = new Map<string, Value>();
    const changed: Item[] = [];
    for (const item of items) {
      const kept = known.get(item.key);
      if (kept?.stamp === stampOf(item)) found.set(item.key, kept.value);
      else changed.push(item);
    }
    const computed = changed.length > 0 ? await compute(changed) : found;
    for (const item of changed) {
      const value = computed.get(item.key);
      if (value === undefined) continue;
      known.set(item.key, { stamp: stampOf(item), value });
      found.set(item.key, value);
    }
    return found;
  };
}
