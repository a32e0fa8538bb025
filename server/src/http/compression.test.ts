import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { compression } from "./compression.ts";

const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: index, name: `Player ${index} – Zoë` }));
const text = JSON.stringify(rows);

async function open() {
  const app = Fastify();
  await app.register(compression);
  app.get("/rows", () => rows);
  app.get("/varied", (_request, reply) => reply.header("vary", "x-unlock").send(rows));
  app.get("/few", () => rows.slice(0, 100));
  app.get("/picture", (_request, reply) => reply.type("image/png").send(Buffer.alloc(100_000)));
  app.get("/packed", (_request, reply) => reply.header("content-encoding", "zstd").send(Buffer.alloc(100_000)));
  return app;
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

test.each(["br", "gzip"] as const)("a large answer is sent in %s, and its length is known", async (encoding) => {
  const app = await open();
  const { headers, rawPayload } = await app.inject({ url: "/rows", headers: { "accept-encoding": encoding } });
  expect(headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
  expect(headers["content-length"]).toBe(String(rawPayload.length));
  expect(rawPayload.length).toBeLessThan(text.length / 4);
  expect(unpack[encoding](rawPayload).toString()).toBe(text);
});

test("small answers are compressed too, and what else an answer varies by is kept", async () => {
  const app = await open();
  const few = await app.inject({ url: "/few", headers: { "accept-encoding": "br" } });
  expect(few.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(few.rawPayload).toString()).toBe(JSON.stringify(rows.slice(0, 100)));
  const varied = await app.inject({ url: "/varied", headers: { "accept-encoding": "gzip, br" } });
  expect(varied.headers.vary).toBe("x-unlock, accept-encoding");
});

test("whoever accepts no encoding gets plain bytes, and nothing is compressed twice", async () => {
  const app = await open();
  const plain = await app.inject({ url: "/rows" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body).toBe(text);
  const accepts = { "accept-encoding": "br" };
  const picture = await app.inject({ url: "/picture", headers: accepts });
  expect(picture.headers["content-encoding"]).toBeUndefined();
  const packed = await app.inject({ url: "/packed", headers: accepts });
  expect([packed.headers["content-encoding"], packed.rawPayload.length]).toEqual(["zstd", 100_000]);
});
