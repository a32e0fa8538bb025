import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError, unavailable } from "../errors.ts";
import { toNetwork, toRange } from "./network.ts";

/** Heavy calls of one account, or of one network where nobody is signed in, at a time. */
export const heavyCallsAtOnce = 2;

export interface HeavyLimit {
  /** Whether a heavy call may go on, asked by its token alone before its body is read and its caller is known. */
  admit: (request: FastifyRequest) => Promise<boolean>;
  /** Does the work of a heavy call, unless the caller has as many under way as allowed. */
  run: <Answer>(caller: string, reply: FastifyReply, work: () => Promise<Answer>) => Promise<Answer | typeof tooMany>;
}

/** Returned when a caller has too many heavy calls under way. */
export const tooMany = Symbol("too many at a time");
export const tooManyMessage = "You already have two of these running. Wait until one is done, then try again.";
export const tooManySeconds = 1;

/**
 * Counts calls that cost much from before their work begins until their answer is sent, also where it is a long file.
 * A refusal takes as long as it asks to wait: whoever asks again at once would keep the server busy with refusals.
 */
export function createHeavyLimit(): HeavyLimit {
  const running = new Map<string, number>();
  const enter = (key: string) => running.set(key, (running.get(key) ?? 0) + 1);
  const leave = (key: string) => {
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  };
  const hasRoom = async (key: string) => {
    const isFull = () => (running.get(key) ?? 0) >= heavyCallsAtOnce;
    if (isFull()) await pause(tooManySeconds * 1000);
    return !isFull();
  };

  return {
    admit: async ({ headers: { authorization } }) => authorization === undefined || hasRoom(authorization),
    async run(caller, reply, work) {
      if (!(await hasRoom(caller))) return tooMany;
      const { authorization } = reply.request.headers;
      const keys = authorization === undefined ? [caller] : [caller, authorization];
      for (const key of keys) enter(key);
      const end = () => {
        for (const key of keys) leave(key);
      };
      try {
        return await work();
      } finally {
        // Whoever hangs up keeps counting as long as the work goes on.
        if (reply.raw.closed || reply.raw.destroyed) end();
        else reply.raw.once("close", end);
      }
    },
  };
}

/** How long a call may wait until its work begins. */
const longestWaitMs = 1_800;
/** Refusals in one turn of the event loop; others come in between. */
const refusalsPerTurn = 20;

interface Waiting {
  since: number;
  begin: () => void;
  refuse: (reason: ApiError) => void;
}

/** Waits for its turn, and says when it is done. Null: it may begin at once. */
export interface WaitingLine {
  enter: () => Promise<void> | null;
  leave: () => void;
}

/**
 * Calls that use the database, of which so many are worked on at once. Whoever waits here has cost next to nothing, while
 * a thousand that each wait for a connection keep the server so busy that they and everybody else are answered late.
 */
export function createWaitingLine(atOnce: number, longestMs = longestWaitMs): WaitingLine {
  const waiting: Waiting[] = [];
  let working = 0;
  let timer: NodeJS.Timeout | null = null;

  function watch(): void {
    const [first] = waiting;
    if (!first || timer) return;
    timer = setTimeout(refuseLate, Math.max(0, first.since + longestMs - performance.now()));
  }

  function refuseLate(): void {
    timer = null;
    for (let count = 0; count < refusalsPerTurn; count += 1) {
      const [first] = waiting;
      if (!first || performance.now() - first.since < longestMs) return watch();
      waiting.shift();
      first.refuse(unavailable());
    }
    setImmediate(refuseLate);
  }

  return {
    enter() {
      if (working < atOnce) {
        working += 1;
        return null;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ since: performance.now(), begin: resolve, refuse: reject });
      watch();
      return promise;
    },
    leave() {
      const next = waiting.shift();
      if (next) next.begin();
      else working -= 1;
    },
  };
}

export interface AccountShares {
  /** As of a waiting line, for each account by itself. */
  enter: (account: string) => Promise<void> | null;
  leave: (account: string) => void;
}

/** How many calls of one account are worked on at once; the others wait for those, and nobody else does. */
export function createAccountShares(atOnce: number): AccountShares {
  const lines = new Map<string, { line: WaitingLine; calls: number }>();
  const leave = (account: string, own: { calls: number }) => {
    own.calls -= 1;
    if (own.calls === 0) lines.delete(account);
  };
  return {
    enter(account) {
      const own = lines.get(account) ?? { line: createWaitingLine(atOnce), calls: 0 };
      lines.set(account, own);
      own.calls += 1;
      const turn = own.line.enter();
      return (
        turn &&
        turn.catch((error: unknown) => {
          leave(account, own);
          throw error;
        })
      );
    },
    leave(account) {
      const own = lines.get(account);
      if (!own) return;
      own.line.leave();
      leave(account, own);
    },
  };
}

type Kind = NonNullable<Endpoint["stream"]>;

/** Open streams on one instance. */
const perAccount = 30;
const perAccountAndClan = 10;
const perNetwork = 100;
const perNetworkAndBoard = 20;
/** Of the /48 that an IPv6 network is part of. */
const perRange = 400;
const ofAllVisitors = 5_000;

/** Seconds until the next try: pages that are refused read anew once a minute. */
const retryAfter = 60;

interface Call {
  actor: object | null;
  params: unknown;
}

/** Counts the stream until its response closes; throws when the caller has too many of them open. */
type AdmitStream = (kind: Kind, call: Call, request: FastifyRequest, response: ServerResponse) => void;

export function createStreamLimits(): AdmitStream {
  const open = new Map<string, number>();
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };

  return (kind, call, request, response) => {
    // A response that is closed already never says so again.
    if (response.destroyed) return;
    const counted = kind === "clan" ? countsOfMember(call) : countsOfVisitor(call, request);
    if (counted.some(([key, most]) => (open.get(key) ?? 0) >= most)) {
      throw new ApiError("rate_limited", "Too many pages follow this live. It is read again every minute instead.", {
        retryAfter,
      });
    }
    for (const [key] of counted) add(key, 1);
    response.once("close", () => {
      for (const [key] of counted) add(key, -1);
    });
  };
}

type Count = [key: string, most: number];

function countsOfMember({ actor }: Call): Count[] {
  const { userId, clanId } = actor as { userId: string; clanId: string };
  return [
    [userId, perAccount],
    [`${userId} ${clanId.toLowerCase()}`, perAccountAndClan],
  ];
}

function countsOfVisitor({ params }: Call, { ip }: FastifyRequest): Count[] {
  const { token } = params as { token: string };
  const network = toNetwork(ip);
  const range = toRange(network);
  return [
    ["all visitors", ofAllVisitors],
    ...(range ? [[range, perRange] satisfies Count] : []),
    [network, perNetwork],
    [`${network} ${token}`, perNetworkAndBoard],
  ];
}
