import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openShared } from "../../../testing/shared-board.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
let port = 0;
beforeAll(async () => {
  world = await createTestApp();
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = world.app.server.server.address() as AddressInfo);
});
afterAll(() => world.close());

const soon = { timeout: 10_000, interval: 10 };

/** Over a real socket, where boards in memory are answered before the framework. */
function read(path: string, headers: Record<string, string> = {}, at = port) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: at, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const { date: _date, connection: _connection, "x-request-id": id, ...others } = answer.headers;
        expect(id).toMatch(/^[\da-f-]{36}$/);
        resolve({ status: answer.statusCode ?? 0, headers: others, body: Buffer.concat(chunks) });
      });
    });
    asked.on("error", reject).end();
  });
}

/** Through the framework alone. */
async function inject(url: string, headers: Record<string, string> = {}) {
  const answer = await world.app.server.inject({ method: "GET", url, headers: { host: "localhost", ...headers } });
  const { date: _date, connection: _connection, "x-request-id": _id, ...others } = answer.headers;
  return { status: answer.statusCode, headers: others, body: answer.rawPayload };
}

test("S48: a board from memory has the very head and bytes of its route, and the framework is not asked", async () => {
  const { token, enter, kara } = await openShared(world);
  await enter(kara, 5);
  const asked = vi.spyOn(world.app.boards, "open");
  for (const path of [`/api/public/scoreboards/${token}`, `/scoreboard/${token}`, `/scoreboard/${token}?embed=1`]) {
    const plain = await inject(path);
    const etag = String(plain.headers.etag);
    for (const headers of [{}, { "accept-encoding": "br" }, { "accept-encoding": "gzip" }, { "if-none-match": etag }]) {
      const slow = await inject(path, headers);
      const fast = await vi.waitFor(async () => {
        asked.mockClear();
        const answer = await read(path, headers);
        expect(asked).not.toHaveBeenCalled();
        return answer;
      }, soon);
      expect(sorted(fast.headers)).toEqual(sorted(slow.headers));
      expect(fast.status).toBe(slow.status);
      expect(fast.body.equals(slow.body)).toBe(true);
    }
  }
  asked.mockRestore();
});

/** The framework tells the length of an answer without a body only sometimes. */
function sorted({ "content-length": _length, ...headers }: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

test("what is not ready in memory is left to the framework, with the same refusals", async () => {
  const { token, owner, url } = await openShared(world);
  const path = `/api/public/scoreboards/${token}`;
  expect((await read(path)).status).toBe(200);
  expect((await read(`${path}?period=2026-01-01`)).status).toBe(404);
  expect((await read(`/scoreboard/${"a".repeat(10_000)}`)).status).toBe(404);
  await owner.send("DELETE", `${url}/share`);
  expect((await read(path)).status).toBe(404);
  expect((await read(`/scoreboard/${token}`)).status).toBe(404);
});

test("views are counted there too", async () => {
  const { token, owner, url } = await openShared(world);
  const other = await createTestApp({ beside: world, env: { TRUST_PROXY: "1" } });
  await other.app.server.listen({ port: 0, host: "127.0.0.1" });
  const own = other.app.server.server.address() as AddressInfo;
  const asked = vi.spyOn(other.app.boards, "open");
  for (const visitor of [
    "203.0.113.1",
    "203.0.113.2:4711",
    "203.0.113.2",
    "2001:db8::1",
    "198.51.100.1, 203.0.113.3",
  ]) {
    await read(`/scoreboard/${token}`, { "x-forwarded-for": visitor }, own.port);
  }
  expect(asked.mock.calls.length).toBeLessThan(4);
  await other.close();
  expect((await owner.get(url)).json()).toMatchObject({ share: { views: 4 } });
});
