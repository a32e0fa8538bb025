import { type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import { BlockList, isIP } from "node:net";
import { createPublicLookup, isPublicAddress, type Resolve } from "./public-address.ts";

interface GuardedRequest {
  method: "POST" | "PATCH";
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal;
  /** Who knows the addresses of names: the machine's own resolver unless a test has another. */
  resolve?: Resolve | undefined;
}

/** Calls a public address and follows no redirect. A stand-in for Discord may be at an http loopback address. */
export function requestGuarded(
  url: URL,
  { method, headers, body, signal, resolve }: GuardedRequest,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  const isStandIn = url.protocol === "http:" && isLoopback(host);
  return new Promise((answer, fail) => {
    // An address needs no lookup, so that the lookup could not refuse it.
    if (isIP(host) && !isStandIn && !isPublicAddress(host)) return fail(new Error(`${host} is not public`));
    const request = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
    // Without an agent there is no connection left over that was opened for somebody else, and perhaps not checked.
    request(url, { method, headers, signal, agent: false, lookup: createPublicLookup(resolve) })
      .on("error", fail)
      .on("response", answer)
      .end(body);
  });
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(host: string): boolean {
  return isIP(host) === 6 ? loopback.check(host, "ipv6") : loopback.check(host, "ipv4");
}
