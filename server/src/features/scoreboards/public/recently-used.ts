/** Things by key, of which those that nobody asked for longest are let go when they are too many or too large. */
export interface RecentlyUsed<Thing> {
  get: (key: string) => Thing | undefined;
  put: (key: string, thing: Thing) => void;
  delete: (key: string) => void;
  values: () => Iterable<Thing>;
  size: () => number;
  /** To be called when things have grown. */
  trim: () => void;
}

interface Limits<Thing> {
  count: number;
  bytes: number;
  sizeOf: (thing: Thing) => number;
  mayLeave: (thing: Thing) => boolean;
}

/** What is in use is put again from time to time: noting the time on every call would cost more than the call. */
export function createRecentlyUsed<Thing>({ count, bytes, sizeOf, mayLeave }: Limits<Thing>): RecentlyUsed<Thing> {
  const places = new Map<string, { thing: Thing; usedAt: number }>();
  const trim = () => {
    let total = 0;
    for (const { thing } of places.values()) total += sizeOf(thing);
    if (places.size <= count && total <= bytes) return;
    // Some more than needed, so that not every newcomer has all the others looked through.
    for (const [key, { thing }] of [...places].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (places.size <= count * 0.9 && total <= bytes * 0.9) return;
      if (!mayLeave(thing)) continue;
      places.delete(key);
      total -= sizeOf(thing);
    }
  };
  return {
    get: (key) => places.get(key)?.thing,
    put(key, thing) {
      places.set(key, { thing, usedAt: Date.now() });
      trim();
    },
    delete: (key) => void places.delete(key),
    *values() {
      for (const { thing } of places.values()) yield thing;
    },
    size: () => places.size,
    trim,
  };
}
