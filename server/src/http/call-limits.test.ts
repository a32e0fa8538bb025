import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { endpoint } from "@clanhall/contract/endpoint";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { newCredentials } from "../testing/auth-client.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createAccountShares, createWaitingLine } from "./call-limits.ts";
import type { Routes } from "./route.ts";

/** What is under way, and how to end it. */
const held: (() => void)[] = [];
const endAll = () => {
  for (const end of held.splice(0)) end();
};

const common = { method: "GET", cost: "heavy", summary: "Takes as long as the test wants." } as const;
const slow = endpoint({ ...common, path: "/api/slow", access: "session", response: z.object({}) });
const shared = endpoint({ ...common, path: "/api/shared", access: "public", response: z.object({}) });
const sent = endpoint({
  method: "POST",
  cost: "heavy",
  summary: "Takes as long as the test wants.",
  path: "/api/sent",
  access: "session",
  response: z.object({}),
});
const file = endpoint({
  ...common,
  path: "/api/file",
  access: "session",
  response: z.void(),
  content: "application/octet-stream",
});

const routes: Routes = (route) => {
  const hold = () => new Promise<object>((resolve) => held.push(() => resolve({})));
  route(slow, hold);
  route(shared, hold);
  route(sent, hold);
  route(file, ({ reply }) => {
    void reply.type("application/octet-stream").send(Readable.from(endless(), { objectMode: false }));
  });
};

async function* endless() {
  for (;;) yield randomBytes(65_536);
}

let world: TestApp;
let origin = "";
beforeAll(async () => {
  world = await createTestApp({ routes: [routes] });
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => {
  // Callers who gave up leave sockets behind, which the server would wait for.
  world.app.server.server.closeAllConnections();
  return world.close();
});

const underWay = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 5_000 });

test("M3: a third heavy call of an account is refused before its work begins, another account's is not", async () => {
  const [ann, bob] = [await world.user(), await world.user()];
  const running = [ann.get("/api/slow"), ann.get("/api/slow")];
  await underWay(2);
  const third = await ann.get("/api/slow");
  expect(third.statusCode).toBe(429);
  expect(third.headers["retry-after"]).toBe("1");
  expect(third.json()).toMatchObject({
    error: "rate_limited",
    message: "You already have two of these running. Wait until one is done, then try again.",
  });
  running.push(bob.get("/api/slow"));
  await underWay(3);
  endAll();
  expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const again = ann.get("/api/slow");
  await underWay(1);
  endAll();
  expect((await again).statusCode).toBe(200);
});

test("M3: a refusal takes a second, without a look at the body or the caller", async () => {
  const credentials = newCredentials();
  const signedUp = await world.app.server.inject({ method: "POST", url: "/auth/v1/signup", payload: credentials });
  const headers = { authorization: `Bearer ${signedUp.json<{ access_token: string }>().access_token}` };
  const url = `${origin}/api/sent`;
  const send = (body: string) =>
    fetch(url, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body });
  const running = [send("{}"), send("{}")];
  await underWay(2);
  const began = performance.now();
  const refused = await send("this is no JSON");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: "rate_limited", retry_after: 1 });
  expect(performance.now() - began).toBeGreaterThan(990);
  endAll();
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
});

test("M3: whoever waits goes on when there is room meanwhile", async () => {
  const ann = await world.user();
  const running = [ann.get("/api/slow"), ann.get("/api/slow")];
  await underWay(2);
  running.push(ann.get("/api/slow"));
  endAll();
  await underWay(1);
  endAll();
  expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});

test("M3: where nobody is signed in, a network has two at a time", async () => {
  const ask = (remoteAddress: string) => world.app.server.inject({ url: "/api/shared", remoteAddress });
  const running = [ask("203.0.113.1"), ask("203.0.113.1"), ask("203.0.113.2")];
  await underWay(3);
  expect((await ask("203.0.113.1")).statusCode).toBe(429);
  endAll();
  await Promise.all(running);
});

test("M3: somebody who hangs up gets no new call while the work goes on", async () => {
  const { userId } = await world.user();
  const headers = { "x-dev-user-id": userId };
  const leaving = new AbortController();
  const asked = [1, 2].map(() => fetch(`${origin}/api/slow`, { headers, signal: leaving.signal }).catch(() => null));
  await underWay(2);
  leaving.abort();
  await Promise.all(asked);
  expect((await fetch(`${origin}/api/slow`, { headers })).status).toBe(429);
  endAll();
  await vi.waitFor(async () => {
    const next = fetch(`${origin}/api/slow`, { headers });
    await Promise.race([next, underWay(1)]);
    endAll();
    expect((await next).status).toBe(200);
  });
});

test("M3: a file counts until it is sent or given up", async () => {
  const { userId } = await world.user();
  const headers = { "x-dev-user-id": userId };
  const leaving = new AbortController();
  const open = () => fetch(`${origin}/api/file`, { headers, signal: leaving.signal });
  const files = [await open(), await open()];
  expect(files.map(({ status }) => status)).toEqual([200, 200]);
  expect((await fetch(`${origin}/api/file`, { headers })).status).toBe(429);
  leaving.abort();
  await vi.waitFor(
    async () => {
      const last = new AbortController();
      const { status } = await fetch(`${origin}/api/file`, { headers, signal: last.signal });
      last.abort();
      expect(status).toBe(200);
    },
    { timeout: 5_000 },
  );
});

test("M3: what costs much says so where its access is declared", () => {
  const heavy = world.app.routes.flatMap(({ endpoint: declared }) => (declared?.cost === "heavy" ? declared.path : []));
  expect(new Set(heavy)).toEqual(
    new Set([
      "/api/slow",
      "/api/shared",
      "/api/sent",
      "/api/file",
      "/api/clans/:clanId/entries",
      "/api/clans/:clanId/entries/summary",
      "/api/clans/:clanId/entries/changes",
      "/api/clans/:clanId/attention",
      "/api/clans/:clanId/entries.csv",
      "/api/clans/:clanId/entries.json",
      "/api/clans/:clanId/imports",
      "/api/clans/:clanId/members/import",
      "/api/clans/:clanId/members.csv",
      "/api/clans/:clanId/members/:memberId/page",
      "/api/clans/:clanId/requests",
      "/api/clans/:clanId/seasons/:seasonId/awards.png",
      "/api/clans/:clanId/seasons/:seasonId/end",
      "/api/clans/:clanId/bulletins/preview",
      "/api/clans/:clanId/audit.csv",
      "/api/clans/:clanId/export",
      "/api/clans/:clanId/discord",
      "/api/clans/:clanId/discord/roles",
      "/api/clans/:clanId/home",
      "/api/scoreboards/:scoreboardId/periods/:from/recount",
      "/api/scoreboards/:scoreboardId/share",
      "/api/scoreboards/:scoreboardId/standings.csv",
      "/api/scoreboards/:scoreboardId/standings.png",
      "/api/public/scoreboards/:token/card.png",
      "/api/admin/users.csv",
      "/api/me/export",
      "/api/me/standing",
    ]),
  );
});

test("whoever waits in line begins in the order of arrival, and is refused after a while", async () => {
  const line = createWaitingLine(2, 50);
  expect([line.enter(), line.enter()]).toEqual([null, null]);
  const began: number[] = [];
  const wait = async (index: number) => {
    await line.enter();
    began.push(index);
  };
  const waiting = Array.from({ length: 50 }, (_, index) => wait(index));
  line.leave();
  line.leave();
  const ends = await Promise.allSettled(waiting);
  expect(began).toEqual([0, 1]);
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  expect(refused).toEqual(Array(48).fill(expect.objectContaining({ code: "unavailable", extras: { retryAfter: 2 } })));
  line.leave();
  expect(line.enter()).toBeNull();
});

test("F23: whoever waits for calls of their own is refused as soon as those in line", async () => {
  const shares = createAccountShares(1);
  expect([shares.enter("kara"), shares.enter("tom")]).toEqual([null, null]);
  const began = performance.now();
  await expect(shares.enter("kara")).rejects.toMatchObject({ code: "unavailable" });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("of many calls ten for each connection are worked on at once, and /health waits for none of them", async () => {
  const call = endpoint({ method: "GET", path: "/api/usual", access: "session", summary: "x", response: z.object({}) });
  let working = 0;
  const mayEnd = Promise.withResolvers<void>();
  const usual: Routes = (route) =>
    route(call, async () => {
      working += 1;
      await mayEnd.promise;
      if (working % 2 === 0) throw new Error("half of them fail");
      return {};
    });
  const beside = await createTestApp({ beside: world, routes: [usual], env: { DATABASE_POOL: "1" } });
  const people = await Promise.all(Array.from({ length: 8 }, () => beside.user()));
  const sendTwice = () => people.flatMap((person) => [person.get("/api/usual"), person.get("/api/usual")]);
  const answers = sendTwice();
  await vi.waitFor(() => expect(working).toBe(10));
  expect((await beside.visitor.get("/health")).statusCode).toBe(200);
  expect(working).toBe(10);
  mayEnd.resolve();
  await Promise.all(answers);
  expect(working).toBe(16);
  // Nobody who failed keeps a place.
  await Promise.all(sendTwice());
  expect(working).toBe(32);
  await beside.close();
});

test("M3: calls of one account wait for each other, and nobody else does", async () => {
  const call = endpoint({ method: "GET", path: "/api/usual", access: "session", summary: "x", response: z.object({}) });
  const working: string[] = [];
  const mayEnd = Promise.withResolvers<void>();
  const usual: Routes = (route) =>
    route(call, async ({ actor }) => {
      working.push(actor.userId);
      await mayEnd.promise;
      return {};
    });
  const beside = await createTestApp({ beside: world, routes: [usual], env: { DATABASE_POOL: "4" } });
  const [busy, other] = [await beside.user(), await beside.user()];
  const many = Array.from({ length: 24 }, () => busy.get("/api/usual"));
  await vi.waitFor(() => expect(working).toHaveLength(2));
  const one = other.get("/api/usual");
  await vi.waitFor(() => expect(working).toEqual([busy.userId, busy.userId, other.userId]));
  mayEnd.resolve();
  const codes = (await Promise.all([...many, one])).map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(working).toHaveLength(25);
  await beside.close();
});

test("whoever loses their rights while a call waits is refused when its turn comes", async () => {
  const call = endpoint({
    method: "POST",
    path: "/api/clans/:clanId/usual",
    access: { clan: "clan.manage" },
    summary: "x",
    params: z.object({ clanId: z.uuid() }),
    response: z.object({}),
  });
  let working = 0;
  const mayEnd = Promise.withResolvers<void>();
  const usual: Routes = (route) =>
    route(call, async () => {
      working += 1;
      await mayEnd.promise;
      return {};
    });
  const beside = await createTestApp({ beside: world, routes: [usual], env: { DATABASE_POOL: "4" } });
  const clan = await beside.clan();
  const officer = await beside.memberOf(clan, "maintainer");
  const send = () => officer.send("POST", `/api/clans/${clan.id}/usual`);
  const begun = [send(), send()];
  await vi.waitFor(() => expect(working).toBe(2), { timeout: 5_000 });
  const waiting = send();
  // The third is where it waits once somebody who came after it was answered.
  const other = await beside.memberOf(clan, "maintainer");
  expect((await other.get(`/api/clans/${clan.id}`)).statusCode).toBe(200);
  await beside.db
    .updateTable("clan_members")
    .set({ status: "removed", user_id: null })
    .where("id", "=", officer.memberId)
    .execute();
  mayEnd.resolve();
  expect((await Promise.all(begun)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await waiting).statusCode).toBe(404);
  expect(working).toBe(2);
  await beside.close();
});
