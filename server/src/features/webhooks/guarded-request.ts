import { type LookupAddress, lookup, type LookupAllOptions } from "node:dns";
import { type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

interface GuardedRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  headers: Record<string, string>;
  body: Uint8Array;
  signal: AbortSignal;
  /** Resolves names; the machine's own resolver except in tests. */
  resolve?: Resolve | undefined;
}

/** Calls a public address and follows no redirect. A fake Discord may be at an http loopback address. */
export function requestGuarded(
  url: URL,
  { method, headers, body, signal, resolve }: GuardedRequest,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/gu, "");
  const isFake = url.protocol === "http:" && isLoopback(host);
  return new Promise((answer, fail) => {
    // An address needs no lookup, so that the lookup could not refuse it.
    if (isIP(host) && !isFake && !isPublicAddress(host)) return fail(new Error(`${host} is not public`));
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

const special = new BlockList();

for (const subnet of [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Teredo, ORCHID and their neighbours, documentation, 6to4, documentation again.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  // The internet is 2000::/3; beyond it are private, link-local and multicast addresses.
  "4000::/2",
  "8000::/1",
]) {
  const [net = "", bits] = subnet.split("/");
  special.addSubnet(net, Number(bits), isIP(net) === 6 ? "ipv6" : "ipv4");
}
// Below 2000::/3 are ::, ::1, what embeds IPv4 and NAT64. The gap is ::ffff:0:0/96, whose addresses the list checks by
// the IPv4 address in them; a rule that covers the gap would refuse all of IPv4.
special.addRange("::", "::fffe:ffff:ffff", "ipv6");
special.addRange("::1:0:0:0", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ipv6");

/** Whether an address is one of the internet at large, and not of this machine, its networks or a special purpose. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !special.check(address, version === 6 ? "ipv6" : "ipv4");
}

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Finds addresses for a connection, which goes to exactly these: nothing is looked up between the check and the call. */
export function createPublicLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new Error(`${host} has no address`), []);
      // One address that is not public makes the whole answer one that Discord did not give.
      const refused = found.find(({ address }) => !isPublicAddress(address));
      if (refused) return done(new Error(`${host} leads to ${refused.address}, which is not public`), []);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
}
