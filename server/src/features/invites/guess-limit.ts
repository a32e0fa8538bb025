import type { FastifyRequest } from "fastify";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { toNetwork } from "../../http/network.ts";
import { toRateLimitStore } from "../auth/rate-limits.queries.ts";

/** Wrong codes one network may try within five minutes, at whatever invites. */
const allowance = { points: 60, duration: 5 * 60 };

/** Counts a try before the code is looked at, so that a crowd of tries cannot pass at once; a right code is given back. */
export function createGuessLimit(db: Db) {
  const limiter = new RateLimiterPostgres({
    storeClient: toRateLimitStore(db),
    storeType: "pool",
    tableName: "auth_rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: "invite_code",
    ...allowance,
  });

  return async function takeGuess({ ip }: FastifyRequest): Promise<{ giveBack: () => Promise<void> }> {
    const network = toNetwork(ip.slice(0, 64));
    try {
      await limiter.consume(network);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ApiError("rate_limited", "Too many codes were tried from your network. Please wait a few minutes.", {
        retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
    return {
      giveBack: async () => {
        await limiter.reward(network);
      },
    };
  };
}
