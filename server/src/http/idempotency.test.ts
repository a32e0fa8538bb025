import { endpoint } from "@clanhall/contract/endpoint";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { createWorld, type World } from "../testing/world.ts";
import type { Routes } from "./route.ts";

const post = endpoint({
  method: "POST",
  path: "/api/test/things",
  access: "session",
  summary: "Makes a thing.",
  body: z.strictObject({ name: z.string() }),
  response: z.object({ number: z.int() }),
});

let made = 0;
let hold = Promise.resolve();
const routes: Routes = (route) => {
  route(post, async ({ body }) => {
    await hold;
    if (body.name === "") throw new ApiError("validation_failed", "Give it a name");
    made += 1;
    return { number: made };
  });
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes: [routes] });
});
afterAll(() => world.close());
beforeEach(() => {
  made = 0;
  hold = Promise.resolve();
});

function make(userId: string, key: string | undefined, name = "Owl") {
  const headers = { "x-dev-user-id": userId, ...(key !== undefined && { "idempotency-key": key }) };
  return world.app.server.inject({ method: "POST", url: "/api/test/things", headers, payload: { name } });
}

test("a request that is sent again with its key is done once and answered the same", async () => {
  const { userId } = await world.user();
  const first = await make(userId, "a");
  const second = await make(userId, "a");
  expect([first.json(), second.json()]).toEqual([{ number: 1 }, { number: 1 }]);
  expect((await make(userId, "b")).json()).toEqual({ number: 2 });
  expect((await make(userId, undefined)).json()).toEqual({ number: 3 });
});

test("twenty at once are one, and the others are told to wait", async () => {
  const { userId } = await world.user();
  let release = () => {};
  hold = new Promise((resolve) => (release = resolve));
  const answers = Array.from({ length: 20 }, () => make(userId, "a"));
  const early = await Promise.race(answers);
  expect(early.statusCode).toBe(409);
  expect(early.headers["retry-after"]).toBe("1");
  release();
  const done = (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200);
  expect(new Set(done.map(({ body }) => body))).toEqual(new Set(['{"number":1}']));
  expect(made).toBe(1);
});

test("a key is its owner's, and for one request only", async () => {
  const [kara, tom] = [await world.user(), await world.user()];
  await make(kara.userId, "a");
  expect((await make(tom.userId, "a")).json()).toEqual({ number: 2 });
  const other = await make(kara.userId, "a", "Lark");
  expect(other.json()).toMatchObject({ error: "conflict" });
  expect(made).toBe(2);
});

test("what was refused may be tried again with the same key", async () => {
  const { userId } = await world.user();
  expect((await make(userId, "a", "")).statusCode).toBe(400);
  expect((await make(userId, "a")).json()).toEqual({ number: 1 });
});

test("a request that died with its instance does not keep its key for ever", async () => {
  const { userId } = await world.user();
  await make(userId, "a");
  await world.db
    .updateTable("idempotency_keys")
    .set({ status: null, answer: null, created_at: new Date(Date.now() - 61_000) })
    .where("user_id", "=", userId)
    .execute();
  expect((await make(userId, "a")).json()).toEqual({ number: 2 });
});

test.each(["", " ", "x".repeat(101), "schlüssel"])("%j is no key", async (key) => {
  const { userId } = await world.user();
  expect((await make(userId, key)).statusCode).toBe(400);
});
