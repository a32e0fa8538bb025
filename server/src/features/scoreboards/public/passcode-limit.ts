import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "../../../db/tables.ts";
import { ApiError } from "../../../errors.ts";
import { toNetwork } from "../../../http/network.ts";
import { toRateLimitStore } from "../../auth/rate-limits.queries.ts";

/** Wrong passcodes that one network may try at whatever boards, and the whole world at one board. */
const allowances = {
  network: { points: 20, duration: 5 * 60 },
  board: { points: 120, duration: 3600 },
};

type Kind = keyof typeof allowances;

/** Counts a try before the passcode is looked at, so that a crowd of tries cannot pass at once; a right one is given back. */
export function createPasscodeLimit(db: Db) {
  const limiterOf = (kind: Kind) =>
    new RateLimiterPostgres({
      storeClient: toRateLimitStore(db),
      storeType: "pool",
      tableName: "auth_rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `board_passcode_${kind}`,
      ...allowances[kind],
    });
  const limiters = { network: limiterOf("network"), board: limiterOf("board") };

  const consume = async (kind: Kind, key: string) => {
    try {
      await limiters[kind].consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new ApiError("rate_limited", "Too many passcodes were tried. Please wait a while and try again.", {
        retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  };

  return async function takeTry(ip: string, boardId: string): Promise<{ giveBack: () => Promise<void> }> {
    const network = toNetwork(ip.slice(0, 64));
    await consume("network", network);
    await consume("board", boardId);
    return {
      giveBack: async () => {
        await limiters.network.reward(network);
        await limiters.board.reward(boardId);
      },
    };
  };
}
