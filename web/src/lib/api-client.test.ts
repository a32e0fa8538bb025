import { endpoint } from "@clanhall/contract/endpoint";
import { getHealth } from "@clanhall/contract/system";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { realServer } from "../testing/real-server.ts";
import { call, createHeavyCalls, send } from "./api-client.ts";
import { backendAvailabilityEvent, connectivity, markBackend } from "./connectivity.ts";

const getItem = endpoint({
  method: "GET",
  path: "/api/items/:itemId",
  access: "public",
  summary: "An item.",
  params: z.object({ itemId: z.string() }),
  query: z.object({ q: z.string().optional(), limit: z.number().optional() }),
  response: z.object({ name: z.string() }),
});

const items = { method: "GET", path: "/items" } as const;

test("a call fills in the path, leaves out what was not asked and reads the answer", async () => {
  const server = await realServer({ "GET /api/items/a%2Fb?limit=2": { body: { name: "Axe" } } });
  const item = await call(getItem, { params: { itemId: "a/b" }, query: { q: undefined, limit: 2 } });
  expect(item).toEqual({ name: "Axe" });
  expect(server.heard[0]?.headers).not.toHaveProperty("authorization");
});

test("a signed-in user's call carries the stored token, also when a development user is stored", async () => {
  const server = await realServer({ "GET /items": { body: [] } });
  localStorage.setItem("auth_token", "token-1");
  localStorage.setItem("dev_user_id", "user-1");
  await send(items);
  expect(server.heard[0]?.headers).toMatchObject({ authorization: "Bearer token-1" });
  expect(server.heard[0]?.headers).not.toHaveProperty("x-dev-user-id");
});

test("a developer without a token is named by the dev-user header", async () => {
  const server = await realServer({ "GET /items": { body: [] } });
  localStorage.setItem("dev_user_id", "user-1");
  await send(items);
  expect(server.heard[0]?.headers).toMatchObject({ "x-dev-user-id": "user-1" });
});

test("a health check names nobody", async () => {
  const server = await realServer({ "GET /health": { body: { status: "ok", version: "1", database: "ok" } } });
  localStorage.setItem("auth_token", "token-1");
  await call(getHealth, {}, { anonymous: true });
  expect(server.heard[0]?.headers).not.toHaveProperty("authorization");
});

test("what somebody writes travels as JSON", async () => {
  const server = await realServer({ "PUT /items": { body: {} } });
  await send({ method: "PUT", path: "/items", body: { name: "Axe" } });
  expect(server.heard[0]).toMatchObject({ body: '{"name":"Axe"}' });
  expect(server.heard[0]?.headers["content-type"]).toContain("application/json");
});

test("an answer without content is nothing, not an error", async () => {
  await realServer({ "GET /items": { status: 204 } });
  expect(await send(items)).toBeUndefined();
});

test("a refusal keeps the server's sentence, code, fields and request id", async () => {
  const details = [{ path: "name", message: "Give it a name" }];
  const body = { error: "validation_failed", message: "Check the form", details, request_id: "r-1" };
  await realServer({ "GET /items": { status: 400, body } });
  await expect(send(items)).rejects.toMatchObject({
    message: "HTTP 400: Check the form",
    code: "HTTP_400",
    status: 400,
    error: "validation_failed",
    details,
    requestId: "r-1",
  });
  expect(connectivity().backendAvailable).toBe(true);
});

test.each([
  [{ body: { error: "teapot" } }, "HTTP 418: teapot"],
  [{ text: "<h1>No</h1>" }, "HTTP 418: I'm a Teapot"],
])("a refusal of the form %j is told as '%s'", async (answer, message) => {
  await realServer({ "GET /items": { status: 418, ...answer } });
  await expect(send(items)).rejects.toMatchObject({ message, code: "HTTP_418", status: 418 });
});

test("a page that is not JSON is an error even when it says OK", async () => {
  await realServer({ "GET /items": { text: "<h1>Hotel network</h1>" } });
  await expect(send(items)).rejects.toMatchObject({ code: "HTTP_200" });
});

test("a server error marks the backend unavailable and the next success brings it back, each told by an event", async () => {
  const reported: unknown[] = [];
  const listen = (event: Event) => reported.push((event as CustomEvent).detail);
  window.addEventListener(backendAvailabilityEvent, listen);
  await realServer({ "GET /items": { status: 500, body: { message: "Oops" } }, "GET /fine": { body: [] } });
  await expect(send(items)).rejects.toMatchObject({ code: "HTTP_500", status: 500 });
  expect(connectivity().backendAvailable).toBe(false);
  await send({ method: "GET", path: "/fine" });
  expect(connectivity().backendAvailable).toBe(true);
  window.removeEventListener(backendAvailabilityEvent, listen);
  expect(reported).toEqual([{ available: false }, { available: true }]);
});

test("a refusal below 500 does not bring an unavailable backend back", async () => {
  await realServer({});
  markBackend(false);
  await expect(send(items)).rejects.toMatchObject({ status: 404 });
  expect(connectivity().backendAvailable).toBe(false);
});

test("a silent server is a time-out", async () => {
  await realServer({ "GET /items": "silence" });
  const silence = send(items, { timeoutMs: 20 });
  await expect(silence).rejects.toMatchObject({ message: "Network error contacting service", code: "ETIMEDOUT" });
  expect(connectivity().backendAvailable).toBe(false);
});

test("a call waits ten seconds unless told otherwise", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  await realServer({ "GET /items": { body: [] } });
  await send(items);
  expect(timeout).toHaveBeenCalledWith(10_000);
});

test("a server that is gone is a network failure", async () => {
  const server = await realServer({});
  await server.close();
  const gone = send(items);
  await expect(gone).rejects.toMatchObject({ message: "Network error contacting service", code: "ENETUNREACH" });
  expect(connectivity().backendAvailable).toBe(false);
});

test("a call its caller dropped says nothing about the backend", async () => {
  await realServer({ "GET /items": "silence" });
  const dropped = new AbortController();
  const pending = send(items, { signal: dropped.signal });
  dropped.abort();
  await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  expect(connectivity().backendAvailable).toBe(true);
});

test("two calls go out at a time, and one that fails makes room for the next", async () => {
  const inTurn = createHeavyCalls();
  const started: { end: (error?: Error) => void }[] = [];
  const work = () =>
    inTurn(
      () =>
        new Promise<void>((resolve, reject) => {
          started.push({ end: (error) => (error ? reject(error) : resolve()) });
        }),
    );
  const calls = [work(), work(), work()];
  expect(started).toHaveLength(2);
  started[0]?.end(new Error("refused"));
  await expect(calls[0]).rejects.toThrow("refused");
  await Promise.resolve();
  expect(started).toHaveLength(3);
  started[1]?.end();
  started[2]?.end();
  await Promise.all(calls.slice(1));
});

test("an answer that the document asked for ahead is taken once, and only by who asked", async () => {
  const server = await realServer({ "GET /items": { body: ["from the server"] } });
  const ahead = (token: string) =>
    vi.stubGlobal("earlyCalls", { token, "/items": Promise.resolve(Response.json(["from ahead"])) });
  localStorage.setItem("auth_token", "token-1");
  ahead("token-1");
  expect(await send(items)).toEqual(["from ahead"]);
  expect(await send(items)).toEqual(["from the server"]);
  ahead("token-of-another");
  expect(await send(items)).toEqual(["from the server"]);
  expect(server.heard).toHaveLength(2);
});

test("what was asked for ahead and hangs is given up like any call", async () => {
  vi.stubGlobal("earlyCalls", { token: "token-1", "/items": new Promise(() => {}) });
  localStorage.setItem("auth_token", "token-1");
  await expect(send(items, { timeoutMs: 20 })).rejects.toMatchObject({ code: "ETIMEDOUT" });
});
