import { expect, test } from "vitest";
import { createPublicLookup, isPublicAddress } from "./guarded-request.ts";

const refused = `
  0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.0.0.1 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.0.1.1 127.255.255.254 169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255
  172.16.0.1 172.17.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255
  198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.254 255.255.255.255
  :: 0:0:0:0:0:0:0:0 ::1 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001 ::0.0.0.1 ::127.0.0.1 ::7f00:1 ::a00:1
  ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:7F00:1 0:0:0:0:0:ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe
  ::ffff:169.254.169.254 ::ffff:192.168.1.1 ::ffff:0.0.0.0 ::ffff:100.64.0.1 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8
  64:ff9b::1 64:ff9b::7f00:1 64:ff9b::127.0.0.1 64:ff9b::169.254.169.254 64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1:ffff::1
  100::1 100:0:0:1::1 1fff:ffff::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:1ff::1
  2001:db8::1 2001:DB8:0:0::1 2002::1 2002:7f00:1::1 2002:a9fe:a9fe::1 2002:c0a8:101::1 3fff::1 3fff:fff::1 5f00::1
  fc00::1 fd00::1 fd00:ec2::254 fdff:ffff::1 fe80::1 fe80::1%lo fe80::a9fe:a9fe febf::1 fec0::1 ff00::1 ff02::1 ff0e::1
  127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 0 127.0.0.1. 127.0.0.01 [::1] localhost discord.com
`
  .trim()
  .split(/\s+/u);

const open = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 162.159.128.233
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  223.255.255.255 ::ffff:8.8.8.8 ::ffff:a29f:80e9 2001:200::1 2001:4860:4860::8888 2003::1 2606:4700::6810:1 2a00:1450::1
`
  .trim()
  .split(/\s+/u);

/** What a connection gets when a name resolves to these addresses. */
function resolveTo(addresses: string[], all: boolean) {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const lookup = createPublicLookup((_host, _options, done) => done(null, found));
  return new Promise((answer) => {
    lookup("discord.com", { all }, (error, address, family) => answer(error?.message ?? [address, family].flat()));
  });
}

test("S53: at least eighty spellings are refused", () => {
  expect(new Set(refused).size).toBeGreaterThanOrEqual(80);
});

test.each(refused)("S53: %s is not public, also among others", async (address) => {
  expect(isPublicAddress(address)).toBe(false);
  const message = `discord.com leads to ${address}, which is not public`;
  for (const all of [true, false]) {
    expect(await resolveTo([address], all)).toBe(message);
    expect(await resolveTo(["1.1.1.1", address], all)).toBe(message);
    expect(await resolveTo([address, "2606:4700::1"], all)).toBe(message);
  }
});

test.each(open)("S53: %s is public", async (address) => {
  expect(isPublicAddress(address)).toBe(true);
  const family = address.includes(":") ? 6 : 4;
  expect(await resolveTo([address], true)).toEqual([{ address, family }, undefined]);
  expect(await resolveTo([address], false)).toEqual([address, family]);
});

test("S53: a name without an address is an error, and no connection to nowhere", async () => {
  expect(await resolveTo([], true)).toBe("discord.com has no address");
  const lost = createPublicLookup((_host, _options, done) => done(new Error("no such name"), []));
  const message = await new Promise((answer) => {
    lost("discord.com", {}, (error) => answer(error?.message));
  });
  expect(message).toBe("no such name");
});
