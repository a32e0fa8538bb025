import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

interface Allowance {
  name: string;
  points: number;
  seconds: number;
}

interface Store {
  query: (query: { text: string; values: unknown[] }) => Promise<unknown>;
}

/** Counts in the database, for all instances, what somebody or some server on Discord does. */
export function createCounter(store: Store, { name, points, seconds }: Allowance) {
  const limiter = new RateLimiterPostgres({
    storeClient: store,
    storeType: "pool",
    tableName: "auth_rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  return {
    /** Seconds to wait; 0 when it is allowed. */
    async take(key: string): Promise<number> {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    async isUsedUp(key: string): Promise<boolean> {
      const used = await limiter.get(key);
      return used !== null && used.consumedPoints >= points;
    },
  };
}
