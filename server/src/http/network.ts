import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";

/** Stands for whatever a proxy hands on that is no address, so that it is counted as one network. */
const unknown = "unknown";

/** The address without port, zone and brackets: some proxies write `203.0.113.9:4711` or `[2001:db8::1]:4711`. */
export function toAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([^:]*):\d+$/.exec(text) ?? [];
  const [address = ""] = (bracketed ?? beforePort ?? text).trim().split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return isIP(mapped ?? address) ? (mapped ?? address) : unknown;
}

/** Where a request comes from, seen through as many proxies as are believed, like Fastify's `request.ip`. */
export function findClientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  const hops = [socket.remoteAddress ?? "", ...(forwarded ? forwarded.split(",").toReversed() : [])];
  return toAddress((hops[Math.min(proxies, hops.length - 1)] ?? "").trim());
}

/** One subscriber owns a whole /64 of IPv6 and may use a new address for every call. */
export function toNetwork(ip: string): string {
  const address = toAddress(ip);
  return isIPv6(address) ? `${toGroups(address).slice(0, 4).join(":")}::/64` : address;
}

/** Whoever rents a machine gets a /48 as easily as a /64, and with it 65,536 networks; null for IPv4. */
export function toRange(network: string): string | null {
  const groups = network.endsWith("::/64") ? network.slice(0, -"::/64".length).split(":") : null;
  return groups && `${groups.slice(0, 3).join(":")}::/48`;
}

function toGroups(address: string): string[] {
  const [start = "", end] = address.split("::");
  const left = start.split(":").filter(Boolean);
  const right = (end ?? "").split(":").filter(Boolean);
  const zeros = end === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}
