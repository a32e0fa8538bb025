import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "../../db/tables.ts";
import { insertAudit } from "./audit.queries.ts";
import { AuthError } from "./auth-error.ts";
import type { Client } from "./client.ts";
import { toRateLimitStore } from "./rate-limits.queries.ts";

const minute = 60;
const hour = 60 * minute;
const longestWait = 4 * hour;

interface LoginTry {
  email: string;
  userId: string | null;
  isKnownNetwork: boolean;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Counters in the database, so that the limits are the same through whichever instance somebody comes. */
export function createRateLimits(db: Db, factor: number) {
  const bucket = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: toRateLimitStore(db),
      storeType: "pool",
      tableName: "auth_rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: keyPrefix === "login",
      keyPrefix,
      points: Math.max(1, Math.round(points * factor)),
      duration,
    });
  const login = bucket("login", 10, 15 * minute);
  const loginFromNetwork = bucket("login_network", 100, 15 * minute);
  const strikes = bucket("login_strikes", 1, 24 * hour);
  const signUp = bucket("signup", 60, hour);
  const refresh = bucket("refresh", 1500, 5 * minute);

  /** Each time an account's tries are used up again within a day, the wait doubles. */
  async function lengthenWait(key: string): Promise<number> {
    const { consumedPoints } = await strikes.penalty(key);
    const seconds = Math.min(login.duration * 2 ** (consumedPoints - 1), longestWait);
    await login.block(key, seconds);
    return seconds;
  }

  return {
    /**
     * Counts a try before the password is looked at, or a crowd of tries would pass at once.
     * Strangers share one count per account. A network the account has signed in from has its own, so that
     * no stranger can lock the owner out.
     */
    async takeLogin({ email, userId, isKnownNetwork }: LoginTry, client: Client) {
      const { network } = client;
      const account = createHash("sha256").update(email).digest("base64url");
      const key = isKnownNetwork ? `${account}:${network}` : account;
      const [ofAccount, ofNetwork] = await Promise.all([take(login, key), take(loginFromNetwork, network)]);
      if (ofAccount.isFirstRefusal) {
        ofAccount.wait = await lengthenWait(key);
        const traits = { reason: "over_request_rate_limit" };
        await insertAudit(db, client, { action: "login", outcome: "failure", userId, traits });
      }
      const wait = Math.max(ofAccount.wait, ofNetwork.wait);
      if (wait > 0) throw tooMany(429, wait);
      return {
        /** A right password is no try. */
        giveBack: async () => {
          await Promise.all([login.reward(key), loginFromNetwork.reward(network)]);
        },
      };
    },
    async takeSignUp({ network }: Client) {
      const { wait } = await take(signUp, network);
      if (wait > 0) throw tooMany(429, wait);
    },
    /** Never 429: the client would sign its user out. */
    async takeRefresh({ network }: Client) {
      const { wait } = await take(refresh, network);
      if (wait > 0) throw tooMany(503, wait);
    },
  };
}

/** Seconds to wait before the next try counts again; none when this one is allowed. */
async function take(limiter: RateLimiterPostgres, key: string): Promise<{ wait: number; isFirstRefusal: boolean }> {
  try {
    await limiter.consume(key);
    return { wait: 0, isFirstRefusal: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    return { wait, isFirstRefusal: refusal.consumedPoints === limiter.points + 1 };
  }
}

function tooMany(status: 429 | 503, retryAfter: number): AuthError {
  return new AuthError(status, "over_request_rate_limit", "Request rate limit reached", { retryAfter });
}
