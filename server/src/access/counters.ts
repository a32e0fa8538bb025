import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { createRateLimitStore } from "./queries.ts";

interface Allowance {
  name: string;
  /** How often within the seconds. */
  points: number;
  seconds: number;
  /** One counter of an installation is enough to clear away what all of them counted. */
  clearsExpired?: boolean;
}

export type Counter = RateLimiterPostgres;

/** Counts in the database, for all instances, how often something was done. */
export function createCounter(
  store: ReturnType<typeof createRateLimitStore>,
  { name, points, seconds, clearsExpired = false }: Allowance,
): Counter {
  return new RateLimiterPostgres({
    storeClient: store,
    storeType: "pool",
    tableName: "auth_rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: clearsExpired,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

interface Taken {
  /** Seconds to wait before the next try counts again; 0 when this one is allowed. */
  wait: number;
  isFirstOverLimit: boolean;
}

export async function take(counter: Counter, key: string): Promise<Taken> {
  try {
    await counter.consume(key);
    return { wait: 0, isFirstOverLimit: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    return { wait, isFirstOverLimit: refusal.consumedPoints === counter.points + 1 };
  }
}

export async function isUsedUp(counter: Counter, key: string): Promise<boolean> {
  const used = await counter.get(key);
  return used !== null && used.consumedPoints >= counter.points;
}
