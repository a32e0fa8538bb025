import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLog } from "./logging.ts";
import { createServer, drainOnClose } from "./server.ts";

const server = createServer(createLog({ logLevel: "silent" }), 1, 300);
let port = 0;
/** Answers too long for the way to somebody who reads nothing, once their connection has ended. */
const cutAnswers: { isWhole: boolean }[] = [];
beforeAll(async () => {
  server.post("/echo", async (request) => ({ ip: request.ip }));
  server.get("/long", async (_request, reply) => {
    reply.raw.on("close", () => cutAnswers.push({ isWhole: reply.raw.writableFinished }));
    return Buffer.alloc(50_000_000);
  });
  server.get("/ip", async (request) => ({ ip: request.ip }));
  server.get("/late", () => new Promise(() => {}));
  port = Number(new URL(await server.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => server.close());

/** What a client that says this and then falls silent gets to read before it is cut off. */
function readUntilCut(said: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(said));
    socket.on("data", (chunk) => (heard += String(chunk)));
    socket.on("close", () => resolve(heard)).on("error", reject);
  });
}

test("S55: a client that never ends its headers is cut off", async () => {
  expect(await readUntilCut("GET /ip HTTP/1.1\r\nHost: x\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408/);
});

test("S55: a client that never ends its body is cut off", async () => {
  const head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n";
  expect(await readUntilCut(`${head}{`)).toMatch(/^(HTTP\/1\.1 408|$)/);
});

test("S55: a client that does not read its answer is cut off", async () => {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /long HTTP/1.1\r\nHost: x\r\n\r\n"));
  socket.on("error", () => undefined).pause();
  await vi.waitFor(() => expect(cutAnswers).toEqual([{ isWhole: false }]), { timeout: 5_000 });
  socket.destroy();
});

test("whoever waits for an answer that takes too long is told to try again", async () => {
  expect(await readUntilCut("GET /late HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(/^HTTP\/1\.1 503/);
});

test("S55: headers beyond 16 KiB are refused", async () => {
  const answer = await readUntilCut(`GET /ip HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431/);
});

test("S54: the client's address is believed through as many proxies as are configured, and no further", async () => {
  const ask = (forwarded: string) =>
    server.inject({ method: "GET", url: "/ip", remoteAddress: "10.0.0.1", headers: { "x-forwarded-for": forwarded } });
  expect((await ask("203.0.113.9")).json()).toEqual({ ip: "203.0.113.9" });
  expect((await ask("1.2.3.4, 203.0.113.9")).json()).toEqual({ ip: "203.0.113.9" });

  const open = createServer(createLog({ logLevel: "silent" }), 0);
  open.get("/ip", async (request) => ({ ip: request.ip }));
  const direct = await open.inject({
    method: "GET",
    url: "/ip",
    remoteAddress: "198.51.100.7",
    headers: { "x-forwarded-for": "127.0.0.1" },
  });
  expect(direct.json()).toEqual({ ip: "198.51.100.7" });
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function visit(address: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${address}/hall`, { agent }), "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer;
}

test("somebody whose request is on its way while the instance stops is answered, and told to go elsewhere", async () => {
  const stopping = createServer(createLog({ logLevel: "silent" }), 0);
  drainOnClose(stopping, 10_000);
  stopping.get("/hall", async () => ({ open: true }));
  const address = await stopping.listen({ port: 0, host: "127.0.0.1" });
  expect((await visit(address)).headers.connection).toBe("keep-alive");

  const closed = stopping.close();
  const last = await visit(address);
  expect(last.statusCode).toBe(200);
  expect(last.headers.connection).toBe("close");
  await closed;
  await expect(visit(address)).rejects.toThrow("ECONNREFUSED");
});

test("a connection that brings nothing more does not hold up the stop", async () => {
  const stopping = createServer(createLog({ logLevel: "silent" }), 0);
  drainOnClose(stopping, 50);
  stopping.get("/hall", async () => ({ open: true }));
  await visit(await stopping.listen({ port: 0, host: "127.0.0.1" }));
  await stopping.close();
  expect(stopping.server.listening).toBe(false);
});
