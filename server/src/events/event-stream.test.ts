import { type AddressInfo, createConnection } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { recordedLog } from "../testing/recorded-log.ts";
import { createEventHub } from "./event-hub.ts";
import { streamEvents } from "./event-stream.ts";
import { topics } from "./topics.ts";

const soon = { timeout: 10_000, interval: 10 };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const topic = topics.clan("1");

async function serve(options: Parameters<typeof streamEvents>[4] = {}, connectionTimeout = 0) {
  const hub = createEventHub(recordedLog());
  const app = Fastify({ connectionTimeout });
  app.addHook("preClose", async () => hub.close());
  app.addHook("onRequest", async (_request, reply) => void reply.header("x-content-type-options", "nosniff"));
  app.get("/stream", (request, reply) => streamEvents(request, reply, hub, topic, options));
  await app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const post = (day = "2026-03-01") => {
    hub.deliver({ id: `id of ${day.slice(0, 10)}`, topic, name: "entries", data: { days: [day], revision: 1 } });
  };
  return { hub, app, post, port, url: `http://127.0.0.1:${port}/stream` };
}

/** Reads a stream the way a browser does, keeping all of it. */
async function follow(url: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const page = { text: "", isOver: false };
  const reading = answer.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(chunk) {
        page.text += chunk;
      },
    }),
  );
  void reading?.catch(() => undefined).finally(() => (page.isOver = true));
  return { answer, page, leave: () => leaving.abort() };
}

function openAndNeverRead(port: number) {
  const socket = createConnection(port, "127.0.0.1");
  socket.pause();
  socket.write("GET /stream HTTP/1.1\r\nhost: localhost\r\n\r\n");
  return socket;
}

test("a browser gets the right headers, those of the app too, and then each event", async () => {
  const { url, post } = await serve();
  const { answer, page, leave } = await follow(url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  post("2026-03-01\nor 02");
  const data = '{"topic":"clan/1","data":{"days":["2026-03-01\\nor 02"],"revision":1}}';
  const frame = `id: id of 2026-03-01\nevent: entries\ndata: ${data}\n\n`;
  await vi.waitFor(() => expect(page.text).toBe(`retry: 2000\nid: open\n\n${frame}`), soon);
  leave();
});

test("a quiet stream outlives the server's limit for silent connections and shows a heart-beat", async () => {
  const { url, post } = await serve({ heartbeatMs: 400 }, 100);
  const { page, leave } = await follow(url);
  await vi.waitFor(() => expect(page.text).toContain("\n\n:\n\n"), soon);
  post();
  await vi.waitFor(() => expect(page.text).toContain("2026-03-01"), soon);
  leave();
});

test("a browser that leaves is forgotten", async () => {
  const { url, hub } = await serve();
  const { leave } = await follow(url);
  expect(hub.countFollowers(topic)).toBe(1);
  leave();
  await vi.waitFor(() => expect(hub.countFollowers(topic)).toBe(0), soon);
});

test("a browser that comes back is asked to read everything again, a new one is not", async () => {
  const { url } = await serve();
  const back = await follow(url, { "last-event-id": "open" });
  const fresh = await follow(url);
  await vi.waitFor(() => expect(back.page.text).toContain('event: resync\ndata: {"topic":"clan/1","data":{}}'), soon);
  await vi.waitFor(() => expect(fresh.page.text).toBe("retry: 2000\nid: open\n\n"), soon);
  back.leave();
  fresh.leave();
});

test("a stream ends after its life-time, so that access is checked again", async () => {
  const { url, hub } = await serve({ lifetimeMs: 50 });
  const { page } = await follow(url);
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  expect(hub.countFollowers(topic)).toBe(0);
});

test("a stream that nobody reads ends after its life-time too", async () => {
  const { port, hub, post } = await serve({ lifetimeMs: 500, maxWaitingBytes: Infinity });
  const socket = openAndNeverRead(port);
  await vi.waitFor(() => expect(hub.countFollowers(topic)).toBe(1), soon);
  for (let sent = 0; sent < 3_000; sent += 1) post("x".repeat(7_000));
  await vi.waitFor(() => expect(hub.countFollowers(topic)).toBe(0), soon);
  socket.destroy();
});

test("a reader who never reads is dropped", async () => {
  const { port, hub, post } = await serve({ maxWaitingBytes: 64 * 1024 });
  const socket = openAndNeverRead(port);
  await vi.waitFor(() => expect(hub.countFollowers(topic)).toBe(1), soon);
  await vi.waitFor(() => {
    for (let sent = 0; sent < 100; sent += 1) post("x".repeat(7_000));
    expect(hub.countFollowers(topic)).toBe(0);
  }, soon);
  socket.destroy();
});

test("stopping the app ends open streams, also one that nobody reads", async () => {
  const { app, port, url, hub, post } = await serve();
  const { page } = await follow(url);
  const socket = openAndNeverRead(port);
  await vi.waitFor(() => expect(hub.countFollowers(topic)).toBe(2), soon);
  for (let sent = 0; sent < 20; sent += 1) post("x".repeat(7_000));
  await app.close();
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  expect(hub.countFollowers(topic)).toBe(0);
  socket.destroy();
});

test("asking for the headers alone opens no stream", async () => {
  const { url, hub } = await serve();
  const answer = await fetch(url, { method: "HEAD" });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(hub.countFollowers(topic)).toBe(0);
});
