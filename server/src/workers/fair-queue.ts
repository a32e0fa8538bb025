interface Limits {
  /** How many run at a time, and how many of those may be of one key. */
  atOnce: number;
  perKey: number;
  /** How many may wait. */
  waitingMax: number;
  /** Whoever has waited for so long is told to come back: they would give up soon, and the work would be for nobody. */
  longestWaitMs?: number;
  /** Thrown when too many wait, or for too long. */
  busy: () => Error;
}

export interface FairQueue {
  /** Runs the work when it is the key's turn. Work marked `isFirst` goes before all that is not. */
  run: <Result>(key: string, work: () => Promise<Result>, isFirst?: boolean) => Promise<Result>;
  read: () => { running: number; waiting: number; refused: number; started: number; waitedMs: number };
}

/**
 * Runs a few at a time, round robin between keys (an account, a network): a key with a hundred tasks makes others wait
 * for one of them, not for all. When the queue is full, the key with the most waiting loses one.
 */
export function createFairQueue({ atOnce, perKey, waitingMax, longestWaitMs, busy }: Limits): FairQueue {
  const waiting = createWaitingList();
  const runningOf = new Map<string, number>();
  const counts = { running: 0, refused: 0, started: 0, waitedMs: 0 };
  const hasRoom = (key: string) => counts.running < atOnce && (runningOf.get(key) ?? 0) < perKey;

  function take(key: string): void {
    counts.running += 1;
    counts.started += 1;
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1);
  }

  function release(key: string): void {
    counts.running -= 1;
    const left = (runningOf.get(key) ?? 1) - 1;
    if (left > 0) runningOf.set(key, left);
    else runningOf.delete(key);
    const next = waiting.shift(hasRoom);
    if (!next) return;
    take(next.key);
    next.start();
  }

  function refuse(): Error {
    counts.refused += 1;
    return busy();
  }

  async function waitForTurn(key: string, isFirst: boolean): Promise<void> {
    if (waiting.count() >= waitingMax) {
      const dropped = waiting.dropForOneOf(key);
      if (!dropped) throw refuse();
      dropped.refuse();
    }
    const since = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((start, reject) => {
      const waiter = { key, start, refuse: () => reject(refuse()) };
      waiting.add(waiter, isFirst);
      if (longestWaitMs !== undefined) timer = setTimeout(() => waiting.drop(waiter)?.refuse(), longestWaitMs);
    }).finally(() => clearTimeout(timer));
    counts.waitedMs += performance.now() - since;
  }

  return {
    async run(key, work, isFirst = false) {
      // Earlier work of this key goes first, even if there is room by now.
      if (hasRoom(key) && waiting.countOf(key) === 0) take(key);
      else await waitForTurn(key, isFirst);
      try {
        return await work();
      } finally {
        release(key);
      }
    },
    read: () => ({ ...counts, waiting: waiting.count() }),
  };
}

interface Waiter {
  key: string;
  start: () => void;
  refuse: () => void;
}

/** Who waits, by key, in two lanes of which the first is emptied first. */
function createWaitingList() {
  const lanes = [new Map<string, Waiter[]>(), new Map<string, Waiter[]>()] as const;
  let total = 0;
  const countOf = (key: string) => lanes.reduce((sum, lane) => sum + (lane.get(key)?.length ?? 0), 0);

  return {
    count: () => total,
    countOf,
    add(waiter: Waiter, isFirst: boolean): void {
      const lane = lanes[isFirst ? 0 : 1];
      const others = lane.get(waiter.key);
      if (others) others.push(waiter);
      else lane.set(waiter.key, [waiter]);
      total += 1;
    },
    /** The next whose key has room; a key that had its turn goes to the end of its lane. */
    shift(hasRoom: (key: string) => boolean): Waiter | null {
      for (const lane of lanes) {
        for (const [key, [next, ...others]] of lane) {
          if (!next || !hasRoom(key)) continue;
          lane.delete(key);
          if (others.length > 0) lane.set(key, others);
          total -= 1;
          return next;
        }
      }
      return null;
    },
    /** Null if it waits no longer. */
    drop(waiter: Waiter): Waiter | null {
      const lane = lanes.find((one) => one.get(waiter.key)?.includes(waiter));
      if (!lane) return null;
      const others = lane.get(waiter.key)?.filter((other) => other !== waiter) ?? [];
      if (others.length > 0) lane.set(waiter.key, others);
      else lane.delete(waiter.key);
      total -= 1;
      return waiter;
    },
    /** The latest of the key with the most waiting, unless this key would then have as many. */
    dropForOneOf(key: string): Waiter | null {
      const largest = lanes
        .flatMap((lane) => [...lane.values()])
        .reduce<Waiter[]>((most, waiters) => (waiters.length > most.length ? waiters : most), []);
      if (largest.length <= countOf(key) + 1) return null;
      total -= 1;
      return largest.pop() ?? null;
    },
  };
}
