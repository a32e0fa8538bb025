import { once } from "node:events";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRefusals, sendToDiscord } from "./discord-client.ts";
import { toDiscordMessage } from "./messages/discord-message.ts";
import type { Resolve } from "./guarded-request.ts";

const content = { title: "Hello", text: "there", path: "/", color: 0 };
const message = toDiscordMessage(content, { clanName: "Owls", publicUrl: "https://hall.clan.test", now: new Date() });
const webhook = { id: "1", token: "t" };
const unreachable = { kind: "error", status: null, problem: "Discord could not be reached." };

let canary: Server;
let port: number;
let visits = 0;
beforeAll(async () => {
  canary = createServer((socket) => {
    visits += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(canary, "listening");
  ({ port } = canary.address() as AddressInfo);
});
afterAll(() => canary.close());

/** A resolver that gives one answer after the other, and keeps to the last. */
function resolverOf(...answers: string[][]): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (host, _options, done) => {
    const addresses = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

/** An address of the internet that was never given to anybody. */
const nowhere = "2d00::1";

test.each(["127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0", "::ffff:0.0.0.0"])(
  "S53: nobody is called when Discord's name leads to %s",
  async (address) => {
    const before = visits;
    for (const scheme of ["http", "https"]) {
      const options = { discordApi: `${scheme}://discord.com:${port}`, resolve: resolverOf([address]) };
      expect(await sendToDiscord(options, webhook, message, null)).toEqual(unreachable);
      expect(await sendToDiscord(options, webhook, message, "7")).toEqual(unreachable);
      expect(options.resolve.asked).toHaveLength(2);
    }
    expect(visits - before).toBe(0);
  },
);

test.each(["127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0.0.0.0", "[::ffff:7f00:1]"])(
  "S53: nobody is called when Discord is said to be at https://%s",
  async (host) => {
    const before = visits;
    const options = { discordApi: `https://${host}:${port}` };
    expect(await sendToDiscord(options, webhook, message, null)).toEqual(unreachable);
    expect(visits - before).toBe(0);
  },
);

test.each(["0.0.0.0", "0", "[::ffff:0:0]", "localhost"])(
  "S53: a stand-in for Discord is at a loopback address, and %s is none",
  async (host) => {
    const before = visits;
    const options = { discordApi: `http://${host}:${port}` };
    expect(await sendToDiscord(options, webhook, message, null)).toEqual(unreachable);
    expect(visits - before).toBe(0);
  },
);

test("S53: a resolver that changes its mind after the check leads nobody home", async () => {
  const before = visits;
  const resolve = resolverOf([nowhere], ["127.0.0.1"]);
  const options = { discordApi: `http://discord.com:${port}`, resolve, timeoutMs: 500 };
  expect(await sendToDiscord(options, webhook, message, null)).toMatchObject({ kind: "error", status: null });
  expect(resolve.asked).toEqual(["discord.com"]);
  expect(await sendToDiscord(options, webhook, message, null)).toEqual(unreachable);
  expect(resolve.asked).toHaveLength(2);
  expect(visits - before).toBe(0);
});

test.each([
  ["first", ["127.0.0.1", nowhere]],
  ["last", [nowhere, "127.0.0.1"]],
])("S53: one private address that comes %s spoils the whole answer", async (_, addresses) => {
  const before = visits;
  const options = { discordApi: `http://discord.com:${port}`, resolve: resolverOf(addresses) };
  expect(await sendToDiscord(options, webhook, message, null)).toEqual(unreachable);
  expect(visits - before).toBe(0);
});

test("S53: the listener that nobody called can be called", async () => {
  const before = visits;
  const options = { discordApi: `http://127.0.0.1:${port}` };
  expect(await sendToDiscord(options, webhook, message, null)).toEqual(unreachable);
  expect(visits - before).toBe(1);
});

test("F18: an answer of ten gigabytes is cut off near its beginning, and the message counts as sent", async () => {
  const answered = Promise.withResolvers<ServerResponse>();
  const talker = createHttpServer((_, response) => {
    answered.resolve(response.writeHead(200, { "content-length": 10 * 1024 ** 3 }));
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
    };
    response.on("drain", pour);
    pour();
  }).listen(0, "127.0.0.1");
  await once(talker, "listening");
  const options = { discordApi: `http://127.0.0.1:${(talker.address() as AddressInfo).port}`, timeoutMs: 3_000 };
  const sent = sendToDiscord(options, webhook, message, null);
  const { socket } = await answered.promise;
  expect(await sent).toEqual({ kind: "sent", status: 200, messageId: null });
  if (!socket?.destroyed) await new Promise((closed) => void socket?.once("close", closed));
  // What is more than 64 KiB lay in the buffers between the two.
  expect(socket?.bytesWritten).toBeLessThan(32 * 1024 ** 2);
  talker.close();
});

test("what Discord refuses is counted for ten minutes, without what a shared limit refused", () => {
  let now = 0;
  const refusals = createRefusals(() => now);
  const note = (statusCode: number, count: number, headers = {}) => {
    for (let n = 0; n < count; n++) refusals.note({ statusCode, headers });
  };
  note(200, 10_000);
  note(404, 10_000);
  note(429, 10_000, { "x-ratelimit-scope": "shared" });
  note(429, 2_000);
  now += 60_000;
  note(403, 1_000);
  note(401, 999);
  expect(refusals.areTooMany()).toBe(false);
  note(401, 1);
  expect(refusals.areTooMany()).toBe(true);
  now += 9 * 60_000;
  expect(refusals.areTooMany()).toBe(false);
});
