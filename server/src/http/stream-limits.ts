import type { ServerResponse } from "node:http";
import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { toNetwork } from "./network.ts";

type Kind = NonNullable<Endpoint["stream"]>;

/** Streams that one instance holds open: for one account in one clan or one network at one board, for each of them in all, and for everybody. */
const limits: Record<Kind, { each: number; caller: number; everybody: number }> = {
  clan: { each: 10, caller: 30, everybody: Infinity },
  board: { each: 20, caller: 100, everybody: 5_000 },
};

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
    const { caller, subject } = kind === "clan" ? ofMember(call) : ofVisitor(call, request);
    const counted: [key: string, most: number][] = [
      [kind, limits[kind].everybody],
      [`${kind} ${caller}`, limits[kind].caller],
      [`${kind} ${caller} ${subject}`, limits[kind].each],
    ];
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

function ofMember({ actor }: Call) {
  const { userId, clanId } = actor as { userId: string; clanId: string };
  return { caller: userId, subject: clanId.toLowerCase() };
}

function ofVisitor({ params }: Call, { ip }: FastifyRequest) {
  return { caller: toNetwork(ip), subject: (params as { token: string }).token };
}
