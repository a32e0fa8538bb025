import { endpoint } from "@clanhall/contract/endpoint";
import { type TokenScope, tokenScopes } from "@clanhall/contract/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Routes } from "../http/route.ts";
import { addBoard } from "../testing/board-results.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const ofClan = z.object({ clanId: z.uuid() });
const common = { params: ofClan, summary: "A call made up for tests.", response: z.record(z.string(), z.unknown()) };
const readCall = endpoint({
  method: "GET",
  path: "/api/test/clans/:clanId/read",
  access: { clan: "clan.view" },
  token: "entries:read",
  ...common,
});
const writeCall = endpoint({
  method: "POST",
  path: "/api/test/clans/:clanId/write",
  access: { clan: "entry.write" },
  token: "entries:write",
  ...common,
});
const ownCall = endpoint({
  method: "POST",
  path: "/api/test/clans/:clanId/own",
  access: { clan: "clan.own" },
  token: "entries:write",
  ...common,
});

const testRoutes: Routes = (route) => {
  route(readCall, ({ actor }) => ({ ...actor }));
  route(writeCall, ({ actor }) => ({ ...actor }));
  route(ownCall, ({ actor }) => ({ ...actor }));
};

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ routes: [testRoutes] });
});
afterAll(() => world.close());

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

function callWith(token: string, method: Method, url: string) {
  const headers = { authorization: `Bearer ${token}` };
  return world.app.server.inject({ method, url, headers, ...(method !== "GET" && { payload: {} }) });
}

async function createBot(scopes: readonly TokenScope[] = tokenScopes) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const made = (await owner.send("POST", `/api/clans/${clan.id}/tokens`, { name: "Bot", scopes })).json();
  const { id, token } = made as { id: string; token: string };
  const [read, write] = ["read", "write"].map((name) => `/api/test/clans/${clan.id}/${name}`);
  return { clan, owner, id, token, read: read ?? "", write: write ?? "" };
}

function setToken(id: string, change: { expires_at?: Date; last_used_at?: Date }) {
  return world.db.updateTable("api_tokens").set(change).where("id", "=", id).execute();
}

test("a bot acts as a maintainer for the owner who made its token, under the token's name", async () => {
  const { clan, owner, id, token, read, write } = await createBot();
  const expected = { userId: owner.userId, memberId: owner.memberId, role: "maintainer", name: "Bot", tokenId: id };
  expect((await callWith(token, "GET", read)).json()).toMatchObject({ ...expected, clanId: clan.id, sessionId: null });
  expect((await callWith(token, "POST", write)).json()).toMatchObject(expected);
  expect((await callWith(token, "GET", read.replace(clan.id, clan.id.toUpperCase()))).statusCode).toBe(200);
  expect((await callWith(token, "POST", `/api/test/clans/${clan.id}/own`)).statusCode).toBe(403);
});

test("S02: writing does not include reading, nor the other way round", async () => {
  const writer = await createBot(["entries:write"]);
  expect((await callWith(writer.token, "POST", writer.write)).statusCode).toBe(200);
  const refused = await callWith(writer.token, "GET", writer.read);
  expect(refused.statusCode).toBe(403);
  expect(refused.json().message).toContain("entries:read");
  const reader = await createBot(["entries:read"]);
  expect((await callWith(reader.token, "GET", reader.read)).statusCode).toBe(200);
  expect((await callWith(reader.token, "POST", reader.write)).json().message).toContain("entries:write");
});

test("S03: in another clan a bot is a stranger", async () => {
  const [mine, theirs] = [await createBot(), await createBot()];
  const foreign = await callWith(mine.token, "GET", theirs.read);
  const missing = await callWith(mine.token, "GET", `/api/test/clans/${crypto.randomUUID()}/read`);
  expect(foreign.statusCode).toBe(404);
  expect({ ...foreign.json(), request_id: "" }).toEqual({ ...missing.json(), request_id: "" });
  await world.db
    .insertInto("clan_members")
    .values({ clan_id: theirs.clan.id, user_id: mine.owner.userId, name: "Two", name_key: "two", role: "maintainer" })
    .execute();
  expect((await callWith(mine.token, "GET", theirs.read)).statusCode).toBe(404);
});

describe("S28: a token is refused at once", () => {
  async function expectDead({ token, read }: { token: string; read: string }) {
    expect((await callWith(token, "GET", read)).json()).toMatchObject({ error: "unauthorized" });
  }

  test("when it expires", async () => {
    const bot = await createBot();
    await setToken(bot.id, { expires_at: new Date(Date.now() + 60_000) });
    expect((await callWith(bot.token, "GET", bot.read)).statusCode).toBe(200);
    await setToken(bot.id, { expires_at: new Date(Date.now() - 1000) });
    await expectDead(bot);
  });

  test("when it is deleted", async () => {
    const bot = await createBot();
    await bot.owner.send("DELETE", `/api/clans/${bot.clan.id}/tokens/${bot.id}`);
    await expectDead(bot);
  });

  test.each([
    ["was demoted", { role: "member" }],
    ["is inactive", { status: "inactive" }],
    ["was removed", { status: "removed" }],
    ["has no account any more", { user_id: null }],
  ] as const)("when its maker %s", async (_, change) => {
    const bot = await createBot();
    await world.db.updateTable("clan_members").set(change).where("id", "=", bot.owner.memberId).execute();
    await expectDead(bot);
  });

  test.each([
    ["suspended", { banned_until: new Date(Date.now() + 60_000) }],
    ["deleted", { deleted_at: new Date() }],
  ])("when its maker is %s", async (_, change) => {
    const bot = await createBot();
    await world.db.updateTable("users").set(change).where("id", "=", bot.owner.userId).execute();
    await expectDead(bot);
  });

  test("but not when its maker hands the clan over and stays a maintainer", async () => {
    const { token, read, owner } = await createBot();
    await world.db.updateTable("clan_members").set({ role: "maintainer" }).where("id", "=", owner.memberId).execute();
    expect((await callWith(token, "GET", read)).statusCode).toBe(200);
  });
});

test.each(["clh_", "clh_x", `clh_${"A".repeat(43)}`, "CLH_x"])("the token %s is nobody's", async (token) => {
  const { read } = await createBot();
  expect((await callWith(token, "GET", read)).statusCode).toBe(401);
  expect((await callWith(token, "GET", "/api/me/admin")).statusCode).toBe(401);
});

test("an archived clan is read and not written, one that is being deleted is not there", async () => {
  const { clan, token, read, write } = await createBot();
  const setClan = (change: { archived_at?: Date | null; deletes_at?: Date }) =>
    world.db.updateTable("clans").set(change).where("id", "=", clan.id).execute();
  await setClan({ archived_at: new Date() });
  expect((await callWith(token, "GET", read)).statusCode).toBe(200);
  expect((await callWith(token, "POST", write)).statusCode).toBe(423);
  await setClan({ archived_at: null, deletes_at: new Date(Date.now() + 60_000) });
  expect((await callWith(token, "GET", read)).statusCode).toBe(404);
});

test("S02: a bot reaches no call that does not ask for a scope, nor the auth service", async () => {
  const { clan, id, owner, token } = await createBot();
  await world.db.insertInto("app_admins").values({ user_id: owner.userId, note: null }).execute();
  const closed = world.app.routes.filter(
    ({ method, endpoint: call }) => method !== "HEAD" && call && call.access !== "public" && !call.token,
  );
  expect(closed.length).toBeGreaterThan(40);
  for (const { method, url, access } of closed) {
    await world.db.deleteFrom("auth_rate_limits").execute();
    const path = url.replace(":clanId", clan.id).replace(":day", "2026-01-05").replaceAll(/:\w+/g, id);
    const answer = await callWith(token, method as Method, path);
    const isFoundByRow = typeof access === "object" && !url.includes(":clanId");
    expect(isFoundByRow ? [400, 403, 404] : [403], `${method} ${url}`).toContain(answer.statusCode);
  }
  for (const url of ["/auth/v1/user", "/auth/v1/admin/users"]) {
    expect([401, 403], url).toContain((await callWith(token, "GET", url)).statusCode);
  }
});

test("S02: each call that asks for a scope takes exactly that one", async () => {
  const open = world.app.routes.filter(({ method, endpoint: call }) => method !== "HEAD" && call?.token);
  for (const scope of tokenScopes) {
    const { clan, token } = await createBot([scope]);
    const board = await addBoard(world, clan.id, []);
    for (const { method, url, endpoint: call } of open) {
      const path = url
        .replace(":clanId", clan.id)
        .replace(":day", "2026-01-05")
        .replace(":scoreboardId", board)
        .replace(":memberId", board);
      const wanted = url.endsWith("/explain") ? `${path}?member_id=${board}` : path;
      const { statusCode } = await callWith(token, method as Method, wanted);
      const mayCall = call?.token === scope && !url.endsWith("/own");
      expect([statusCode !== 403, statusCode === 401, statusCode >= 500], `${scope}: ${method} ${url}`).toEqual([
        mayCall,
        false,
        false,
      ]);
    }
  }
});

test("S15: a token makes 120 calls a minute through all instances together, then waits", async () => {
  const { token, read, id } = await createBot();
  const answers = await Promise.all(Array.from({ length: 125 }, () => callWith(token, "GET", read)));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429, 429, 429]);
  const wait = Number(refused[0]?.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  const other = await createBot();
  expect((await callWith(other.token, "GET", other.read)).statusCode).toBe(200);
  await world.db.updateTable("auth_rate_limits").set({ expire: 1 }).where("key", "=", `api_token:${id}`).execute();
  expect((await callWith(token, "GET", read)).statusCode).toBe(200);
});

test("the time of its last use is kept to the minute", async () => {
  const { clan, owner, id, token, read } = await createBot();
  const lastUse = async () => (await owner.get(`/api/clans/${clan.id}/tokens`)).json().items[0].last_used_at;
  expect(await lastUse()).toBeNull();
  await callWith(token, "GET", read);
  const first = await lastUse();
  expect(first).not.toBeNull();
  await callWith(token, "GET", read);
  expect(await lastUse()).toBe(first);
  await setToken(id, { last_used_at: new Date(Date.now() - 61_000) });
  await callWith(token, "GET", read);
  expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(Date.parse(first));
});
