import { endpoint } from "@clanhall/contract/endpoint";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import type { Routes } from "./route.ts";

const post = endpoint({
  method: "POST",
  path: "/api/test/things",
  access: "session",
  summary: "Makes a thing.",
  body: z.strictObject({ name: z.string(), dry_run: z.boolean().optional(), bytes: z.int().optional() }),
  response: z.object({ number: z.int(), filling: z.string().optional() }),
});

let made = 0;
let hold = Promise.resolve();
const routes: Routes = (route) => {
  route(post, async ({ body, actor }) => {
    await hold;
    if (body.name === "") throw new ApiError("validation_failed", "Give it a name");
    if (body.name === "in the database") await noteInDatabase(actor.userId);
    made += 1;
    return { number: made, ...(body.bytes && { filling: "x".repeat(body.bytes) }) };
  });
};

/** The work itself, in a transaction as all work is. */
function noteInDatabase(userId: string) {
  const note = { action: "test.note", target_type: "user", target_id: userId };
  return world.db.transaction().execute((tx) => tx.insertInto("admin_audit").values(note).execute());
}

async function countNotes(userId: string): Promise<number> {
  const rows = world.db.selectFrom("admin_audit").select("id").where("target_id", "=", userId);
  return (await rows.execute()).length;
}

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ routes: [routes] });
});
afterAll(() => world.close());
beforeEach(() => {
  made = 0;
  hold = Promise.resolve();
});

function make(userId: string, key: string | undefined, name = "Owl", more: object = {}) {
  const headers = { "x-dev-user-id": userId, ...(key !== undefined && { "idempotency-key": key }) };
  return world.app.server.inject({ method: "POST", url: "/api/test/things", headers, payload: { name, ...more } });
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

const longAgo = new Date(Date.now() - 61_000);

function changeKeysOf(userId: string, change: { created_at?: Date; done_at?: Date }) {
  const lost = { status: null, answer: null, ...change };
  return world.db.updateTable("idempotency_keys").set(lost).where("user_id", "=", userId).execute();
}

test("a request that died with its instance does not keep its key for ever", async () => {
  const { userId } = await world.user();
  await make(userId, "a");
  await changeKeysOf(userId, { created_at: longAgo });
  expect((await make(userId, "a")).json()).toEqual({ number: 2 });
});

test("what was done before its instance died is not done again, and whoever asks is told so", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const headers = { "x-dev-user-id": owner.userId, "idempotency-key": "a" };
  const call = { method: "POST", url: `/api/clans/${clan.id}/members`, headers, payload: { name: "Kara" } } as const;
  const add = () => world.app.server.inject(call);
  const { id } = (await add()).json();
  await changeKeysOf(owner.userId, { created_at: longAgo });
  expect((await add()).headers["retry-after"]).toBe("1");
  await changeKeysOf(owner.userId, { created_at: longAgo, done_at: longAgo });
  const refused = await add();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([409, undefined]);
  expect(refused.json().message).toContain("was interrupted");
  const named = await world.db.selectFrom("clan_members").select("id").where("name", "=", "Kara").execute();
  expect(named).toEqual([{ id }]);
});

test("a request that was given up while it still worked cannot finish beside the one that took its place", async () => {
  const { userId } = await world.user();
  let release = () => {};
  hold = new Promise((resolve) => (release = resolve));
  const slow = make(userId, "a", "in the database");
  await vi.waitFor(async () => {
    const keys = await world.db.selectFrom("idempotency_keys").selectAll().where("user_id", "=", userId).execute();
    expect(keys).toHaveLength(1);
  });
  await changeKeysOf(userId, { created_at: longAgo });
  hold = Promise.resolve();
  expect((await make(userId, "a", "in the database")).statusCode).toBe(200);
  release();
  expect((await slow).statusCode).toBe(409);
  expect(await countNotes(userId)).toBe(1);
});

test.each(["", " ", "x".repeat(101), "schlüssel"])("%j is no key", async (key) => {
  const { userId } = await world.user();
  expect((await make(userId, key)).statusCode).toBe(400);
});

async function readKept(userId: string) {
  const rows = await world.db
    .selectFrom("idempotency_keys")
    .select(["key", "answer"])
    .where("user_id", "=", userId)
    .execute();
  const kept = rows.flatMap(({ key, answer }) => (answer ? [{ key, bytes: answer.length }] : []));
  return {
    rows: rows.length,
    keys: kept.map(({ key }) => key).toSorted(),
    bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

test("L4: nothing is kept of a dry run", async () => {
  const { userId } = await world.user();
  for (const number of [1, 2]) {
    expect((await make(userId, "a", "Owl", { dry_run: true })).json()).toEqual({ number });
  }
  expect(await readKept(userId)).toMatchObject({ rows: 0 });
  expect((await make(userId, "a", "Owl", { dry_run: false })).json()).toEqual({ number: 3 });
  expect(await readKept(userId)).toMatchObject({ rows: 1 });
});

test("L4: an account keeps a megabyte of answers, the newest; of others nothing is done twice", async () => {
  const { userId } = await world.user();
  const fill = (key: string) => make(userId, key, "in the database", { bytes: 300_000 });
  for (const key of ["a", "b", "c", "d", "e"]) expect((await fill(key)).statusCode).toBe(200);
  const { keys, bytes } = await readKept(userId);
  expect(keys).toEqual(["c", "d", "e"]);
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  expect((await fill("e")).json()).toMatchObject({ number: 5 });
  expect((await fill("a")).statusCode).toBe(409);
  expect(await countNotes(userId)).toBe(5);
});

test("L4: an answer of more than a megabyte is not kept, and its work is not done twice", async () => {
  const { userId } = await world.user();
  const fill = () => make(userId, "a", "in the database", { bytes: 1_000_001 });
  expect((await fill()).statusCode).toBe(200);
  expect((await readKept(userId)).keys).toEqual([]);
  expect((await fill()).statusCode).toBe(409);
  expect(await countNotes(userId)).toBe(1);
});
