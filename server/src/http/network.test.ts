import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { findClientAddress, toNetwork, toRange } from "./network.ts";

test.each([
  ["203.0.113.9", "203.0.113.9", null],
  ["203.0.113.9:4711", "203.0.113.9", null],
  ["::ffff:203.0.113.9", "203.0.113.9", null],
  ["[::ffff:203.0.113.9]:4711", "203.0.113.9", null],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["[2001:db8:1:2::6]:4711", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["[2001:db8:1:2::6]", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:0db8:1::9", "2001:db8:1:0::/64", "2001:db8:1::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["203.0.113.9:x", "unknown", null],
  ["_hidden", "unknown", null],
  ["203.0.113.9, 10.0.0.1", "unknown", null],
  ["", "unknown", null],
])("L7: the address %s belongs to the network %s in the range %s", (ip, network, range) => {
  expect([toNetwork(ip), toRange(toNetwork(ip))]).toEqual([network, range]);
});

test.each([
  [0, "198.51.100.1, 203.0.113.9", "10.0.0.1"],
  [1, undefined, "10.0.0.1"],
  [1, "198.51.100.1, 203.0.113.9:4711", "203.0.113.9"],
  [2, "198.51.100.1,203.0.113.9", "198.51.100.1"],
  [3, "198.51.100.1, 203.0.113.9", "198.51.100.1"],
])("S54: through %d proxies and %s the client is %s", (proxies, forwarded, client) => {
  const request = { headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: "10.0.0.1" } };
  expect(findClientAddress(request as unknown as IncomingMessage, proxies)).toBe(client);
});
