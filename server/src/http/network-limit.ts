import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
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

interface Store {
  query: (query: { text: string; values: unknown[] }) => Promise<unknown>;
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
export function createNetworkLimit(store: Store, { name, points, duration }: Allowance) {
  const bucket = (keyPrefix: string, most: number) =>
    new RateLimiterPostgres({
      storeClient: store,
      storeType: "pool",
      tableName: "auth_rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points: most,
      duration,
    });
  const ofNetwork = bucket(name, points);
  const ofRange = bucket(`range_${name}`, points * timesRange);
  const ofEverybody = bucket(everybodyPrefix + name, points * timesEverybody);

  const listCounts = (
    network: string,
    { isKnown = false }: CallerInput,
  ): [limiter: RateLimiterPostgres, key: string][] => {
    const range = toRange(network);
    return [
      [ofNetwork, network],
      ...(range ? [[ofRange, range] as [RateLimiterPostgres, string]] : []),
      // The key says how much is allowed, for whoever reads the count.
      ...(isKnown ? [] : [[ofEverybody, String(ofEverybody.points)] as [RateLimiterPostgres, string]]),
    ];
  };

  return {
    /** Seconds to wait; 0 when it is allowed. */
    take: async (network: string, caller: CallerInput = {}): Promise<number> => {
      for (const [limiter, key] of listCounts(network, caller)) {
        const wait = await consume(limiter, key);
        if (wait > 0) return wait;
      }
      return 0;
    },
    giveBack: async (network: string, caller: CallerInput = {}): Promise<void> => {
      for (const [limiter, key] of listCounts(network, caller)) await limiter.reward(key);
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}
