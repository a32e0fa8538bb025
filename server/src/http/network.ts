import { isIPv6 } from "node:net";

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
