import { createHash } from "node:crypto";
import { type Counter, createCounter, take } from "../../access/counters.ts";
import { createRateLimitStore } from "../../access/queries.ts";
import type { Db } from "../../db/tables.ts";
import { createNetworkLimit, type NetworkLimit } from "../../http/network-limit.ts";
import { AuthError, type Client } from "./http.ts";
import { recordAuthAudit } from "./queries.ts";

const minute = 60;
const hour = 60 * minute;
const longestWait = 4 * hour;

interface LoginTry {
  email: string;
  userId: string | null;
  isKnownNetwork: boolean;
}

/** How often each may happen: so many times within so many seconds. */
const allowances = {
  /** Mailed codes tried for one address. */
  code: [20, hour],
  factor: [60, 5 * minute],
  /** New addresses that one account asks for. */
  email_change: [10, hour],
} satisfies Record<string, [points: number, seconds: number]>;

/** The same for one network; its range and everybody may do so many times more. */
const networkAllowances = {
  signup: [60, hour],
  /** Calls that make us send something. */
  mail_network: [30, 5 * minute],
  verify: [30, 5 * minute],
  authorize: [100, 5 * minute],
  login_network: [100, 15 * minute],
  refresh: [1500, 5 * minute],
  password_check: [60, 5 * minute],
  passkey_options: [60, 5 * minute],
  passkey_verify: [30, 5 * minute],
} satisfies Record<string, [points: number, seconds: number]>;

type NetworkName = keyof typeof networkAllowances;

function isOfNetwork(name: string): name is NetworkName {
  return Object.hasOwn(networkAllowances, name);
}

/** "1 minute" or "15 minutes", never less than there is to wait. */
export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / minute);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

type Bucket = (name: string, points: number, seconds: number) => Counter;

/** Counters in the database, so that the limits are the same through whichever instance somebody comes. */
export function createRateLimits(db: Db, factor: number, mailGapSeconds: number) {
  const store = createRateLimitStore(db);
  const bucket: Bucket = (name, points, seconds) =>
    createCounter(store, {
      name,
      points: Math.max(1, Math.round(points * factor)),
      seconds,
      clearsExpired: name === "login",
    });
  const plain = Object.fromEntries(
    Object.entries(allowances).map(([name, [points, seconds]]) => [name, bucket(name, points, seconds)]),
  ) as Record<keyof typeof allowances, Counter>;
  const mailsToAddress = [
    ...(mailGapSeconds > 0 ? [bucket("mail_gap", 1, mailGapSeconds)] : []),
    bucket("mail_hour", 5, hour),
    bucket("mail_day", 10, 24 * hour),
  ];
  const networks = createNetworkLimits(store, factor);

  async function takeFrom(name: keyof typeof allowances | NetworkName, key: string): Promise<void> {
    const wait = isOfNetwork(name) ? await networks[name].take(key) : (await take(plain[name], key)).wait;
    if (wait > 0) throw tooMany(429, wait);
  }

  /** How long to wait; 0 when the mail may be sent. */
  async function countMail(email: string, kind: string): Promise<number> {
    for (const limiter of mailsToAddress) {
      const { wait } = await take(limiter, `${kind}:${toAccountKey(email)}`);
      if (wait > 0) return wait;
    }
    return 0;
  }

  return {
    ...createLoginLimits(db, bucket, networks.login_network),
    ...createCodeLimits(bucket),
    takeFrom,
    /** So many mails of a kind per address, whoever asks for them; the same for addresses nobody has. */
    async takeMail(email: string, kind: string, { network }: Client) {
      await takeFrom("mail_network", network);
      const wait = await countMail(email, kind);
      if (wait === 0) return;
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw new AuthError(429, "over_email_send_rate_limit", message, { retryAfter: wait });
    },
    /** For the second mail of one request; false when the address has had enough of this kind. */
    async mayMailToo(email: string, kind: string): Promise<boolean> {
      return (await countMail(email, kind)) === 0;
    },
    /** Six digits are few: an address bears only so many tries, whoever makes them. */
    async takeCode(email: string, type: string, { network }: Client) {
      await takeFrom("verify", network);
      await takeFrom("code", `${type}:${toAccountKey(email)}`);
    },
    /** Never 429: the client would sign its user out. */
    async takeRefresh({ network }: Client) {
      const wait = await networks.refresh.take(network, { isKnown: true });
      if (wait > 0) throw tooMany(503, wait);
    },
  };
}

function createNetworkLimits(store: ReturnType<typeof createRateLimitStore>, factor: number) {
  return Object.fromEntries(
    Object.entries(networkAllowances).map(([name, [points, duration]]) => [
      name,
      createNetworkLimit(store, { name, points: Math.max(1, Math.round(points * factor)), duration }),
    ]),
  ) as Record<NetworkName, NetworkLimit>;
}

function createLoginLimits(db: Db, bucket: Bucket, loginFromNetwork: NetworkLimit) {
  const login = bucket("login", 10, 15 * minute);
  const strikes = bucket("login_strikes", 1, 24 * hour);

  /** Each time an account's tries are used up again within a day, the wait doubles. */
  async function lengthenWait(key: string): Promise<number> {
    const { consumedPoints } = await strikes.penalty(key);
    const seconds = Math.min(login.duration * 2 ** (consumedPoints - 1), longestWait);
    await login.block(key, seconds);
    return seconds;
  }

  return {
    /**
     * Counts a try before the password is checked, or many tries at once would all get through.
     * Unknown networks share one count per account. A network the account has signed in from has its own, so that
     * nobody else can lock the owner out.
     */
    async takeLogin({ email, userId, isKnownNetwork }: LoginTry, client: Client) {
      const { network } = client;
      const account = toAccountKey(email);
      const key = isKnownNetwork ? `${account}:${network}` : account;
      const isKnown = isKnownNetwork;
      const ofAccount = await take(login, key);
      const waitOfNetwork = await loginFromNetwork.take(network, { isKnown });
      if (ofAccount.isFirstOverLimit) {
        ofAccount.wait = await lengthenWait(key);
        const traits = { reason: "over_request_rate_limit" };
        await recordAuthAudit(db, client, { action: "login", outcome: "failure", userId, traits });
      }
      const wait = Math.max(ofAccount.wait, waitOfNetwork);
      if (wait > 0) throw tooMany(429, wait);
      return {
        /** A right password is no try. */
        giveBack: async () => {
          await login.reward(key);
          await loginFromNetwork.giveBack(network, { isKnown });
        },
      };
    },
    /** Somebody has proved that the account is theirs: earlier wrong passwords count no more. */
    async forgetLogins(email: string, { network }: Client) {
      const account = toAccountKey(email);
      for (const key of [account, `${account}:${network}`]) {
        await login.delete(key);
        await strikes.delete(key);
      }
    },
  };
}

/** For codes that somebody reads off a second device. */
function createCodeLimits(bucket: Bucket) {
  const guess = bucket("guess", 10, 15 * minute);
  const guessOfDay = bucket("guess_day", 50, 24 * hour);
  const smsGap = bucket("sms_gap", 1, minute);
  const smsToNumber = bucket("sms_number", 5, hour);
  const smsOfUser = bucket("sms_user", 10, hour);

  return {
    /** Counts a guess at a code before the code is checked; a right one is given back. */
    async takeGuess(key: string) {
      const ofWindow = await take(guess, key);
      const { wait, isFirstOverLimit } = ofWindow.wait > 0 ? ofWindow : await take(guessOfDay, key);
      const giveBack = async () => {
        await guess.reward(key);
        await guessOfDay.reward(key);
      };
      return { wait, isFirstOverLimit, giveBack };
    },
    async forgetGuesses(key: string) {
      await guess.delete(key);
      await guessOfDay.delete(key);
    },
    /** Per number, whoever asks; and per user, who could otherwise write to every number there is. */
    async takeSms(phone: string, userId: string) {
      const number = toAccountKey(phone);
      const gap = await take(smsGap, number);
      const wait = gap.wait || Math.max((await take(smsToNumber, number)).wait, (await take(smsOfUser, userId)).wait);
      if (wait === 0) return;
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw new AuthError(429, "over_sms_send_rate_limit", message, { retryAfter: wait });
    },
  };
}

function toAccountKey(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

function tooMany(status: 429 | 503, retryAfter: number): AuthError {
  return new AuthError(status, "over_request_rate_limit", "Request rate limit reached", { retryAfter });
}
