import { createHash } from "node:crypto";
import { createRateLimitStore } from "../../../access/queries.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError } from "../../../errors.ts";
import { createNetworkLimit } from "../../../http/network-limit.ts";
import { toNetwork } from "../../../http/network.ts";

/** Wrong passcodes within five minutes, at whatever boards. */
const allowance = { points: 20, duration: 5 * 60 };

interface Visitor {
  ip: string;
  /** What a browser that knew the board's passcode before got for it, long over or not. */
  earlierUnlock: string | null;
}

/**
 * Counts a try before the passcode is looked at, so that a crowd of tries cannot pass at once; a right one is given back.
 * A browser that knew the passcode has a count of its own: no stranger's tries keep it out, nor does it gain by them.
 */
export function createPasscodeLimit(db: Db) {
  const store = createRateLimitStore(db);
  const ofNetwork = createNetworkLimit(store, { name: "board_passcode_network", ...allowance });
  const ofBrowser = createNetworkLimit(store, { name: "board_passcode_browser", ...allowance });

  return async function takeTry({ ip, earlierUnlock }: Visitor): Promise<{ giveBack: () => Promise<void> }> {
    const isKnown = earlierUnlock !== null;
    const limit = isKnown ? ofBrowser : ofNetwork;
    const key = isKnown ? createHash("sha256").update(earlierUnlock).digest("base64url") : toNetwork(ip);
    const retryAfter = await limit.take(key, { isKnown });
    if (retryAfter > 0) {
      const message = "Too many passcodes were tried. Please wait a while and try again.";
      throw new ApiError("rate_limited", message, { retryAfter });
    }
    return { giveBack: () => limit.giveBack(key, { isKnown }) };
  };
}
