import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";

/** Where a call comes from, as far as we believe it. */
export interface Client {
  ip: string;
  network: string;
  userAgent: string | null;
  requestId: string;
  /** Who acts, when it is not the account's owner: the record of what happened says so. */
  by?: string;
}

/** Longer than any address; what a proxy hands on may be anything. */
const longestAddress = 64;

export function toClient(request: FastifyRequest): Client {
  const { headers, id } = request;
  const ip = request.ip.slice(0, longestAddress);
  return { ip, network: toNetwork(ip), userAgent: headers["user-agent"]?.slice(0, 300) ?? null, requestId: id };
}

/** One subscriber owns a whole /64 of IPv6 and may use a new address for every call. */
export function toNetwork(ip: string): string {
  const [address = ""] = ip.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [start = "", end] = address.split("::");
  const left = start.split(":").filter(Boolean);
  const right = (end ?? "").split(":").filter(Boolean);
  const zeros = end === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(":")}::/64`;
}
