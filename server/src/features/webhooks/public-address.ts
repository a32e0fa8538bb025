import { type LookupAddress, lookup, type LookupAllOptions } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

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
// Below 2000::/3 are ::, ::1, what embeds IPv4 and NAT64. The gap is ::ffff:0:0/96, whose addresses the list judges by
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
      const strange = found.find(({ address }) => !isPublicAddress(address));
      if (strange) return done(new Error(`${host} leads to ${strange.address}, which is not public`), []);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
}
