import type { ServerResponse } from "node:http";
import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { toNetwork, toRange } from "./network.ts";

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
