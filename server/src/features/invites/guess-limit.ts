import type { FastifyRequest } from "fastify";
import { createRateLimitStore } from "../../access/rate-limits.queries.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { createNetworkLimit } from "../../http/network-limit.ts";
import { toNetwork } from "../../http/network.ts";

/** Wrong codes one network may try within five minutes, at whatever invites. */
const allowance = { name: "invite_code", points: 60, duration: 5 * 60 };

/** Counts a try before the code is looked at, so that a crowd of tries cannot pass at once; a right code is given back. */
export function createGuessLimit(db: Db) {
  const limit = createNetworkLimit(createRateLimitStore(db), allowance);

  return async function takeGuess({ ip }: FastifyRequest): Promise<{ giveBack: () => Promise<void> }> {
    const network = toNetwork(ip);
    const retryAfter = await limit.take(network);
    if (retryAfter > 0) {
      const message = "Too many codes were tried from your network. Please wait a few minutes.";
      throw new ApiError("rate_limited", message, { retryAfter });
    }
    return { giveBack: () => limit.giveBack(network) };
  };
}
