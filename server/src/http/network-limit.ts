import { type Counter, createCounter, take } from "../access/counters.ts";
import type { createRateLimitStore } from "../access/queries.ts";
import { toRange } from "./network.ts";

/** What a /48 of IPv6, and everybody together, may do in comparison with one network. */
const timesRange = 8;
const timesEverybody = 100;

/** What the names of counts that hold for the whole installation begin with; the metrics search for it. */
export const everybodyPrefix = "global_";

interface Allowance {
  name: string;
  points: number;
  /** In seconds. */
  duration: number;
}

interface CallerInput {
  /** A known caller is never refused for what everybody else does. */
  isKnown?: boolean;
}

export type NetworkLimit = ReturnType<typeof createNetworkLimit>;

/**
 * Counts in the database what a network does, what its /48 does and what everybody does. Whoever is refused for their
 * own network counts no further, so that one network alone cannot use up what belongs to all.
 */
export function createNetworkLimit(
  store: ReturnType<typeof createRateLimitStore>,
  { name, points, duration: seconds }: Allowance,
) {
  const ofNetwork = createCounter(store, { name, points, seconds });
  const ofRange = createCounter(store, { name: `range_${name}`, points: points * timesRange, seconds });
  const ofEverybody = createCounter(store, { name: everybodyPrefix + name, points: points * timesEverybody, seconds });

  const listCounts = (network: string, { isKnown = false }: CallerInput): [counter: Counter, key: string][] => {
    const range = toRange(network);
    return [
      [ofNetwork, network],
      ...(range ? [[ofRange, range] as [Counter, string]] : []),
      // The key says how much is allowed, for whoever reads the count.
      ...(isKnown ? [] : [[ofEverybody, String(ofEverybody.points)] as [Counter, string]]),
    ];
  };

  return {
    /** Seconds to wait; 0 when it is allowed. */
    take: async (network: string, caller: CallerInput = {}): Promise<number> => {
      for (const [counter, key] of listCounts(network, caller)) {
        const { wait } = await take(counter, key);
        if (wait > 0) return wait;
      }
      return 0;
    },
    giveBack: async (network: string, caller: CallerInput = {}): Promise<void> => {
      for (const [counter, key] of listCounts(network, caller)) await counter.reward(key);
    },
  };
}
