import { afterAll, beforeAll, expect, test } from "vitest";
import { daysAgo } from "../../testing/entries.ts";
import { createTestHandlers } from "../../testing/job-handlers.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

async function openBot() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const url = `/api/clans/${clan.id}`;
  const draft = { name: "Raid counter", scopes: ["entries:read", "entries:write"] };
  const { id, token } = (await owner.send("POST", `${url}/tokens`, draft)).json();
  const headers = { authorization: `Bearer ${token}` };
  const ask = (instance = second) =>
    instance.app.server.inject({ method: "GET", url: `${url}/days/${daysAgo(0)}`, headers });
  return { clan, owner, url, id, ask };
}

async function statusesOf(answers: ReturnType<Awaited<ReturnType<typeof openBot>>["ask"]>[]) {
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  return Object.fromEntries([200, 429].map((status) => [status, statuses.filter((one) => one === status).length]));
}

test("S15: through two instances at once a token makes 120 calls a minute, and then waits at both", async () => {
  const { ask } = await openBot();
  const calls = Array.from({ length: 130 }, (_, index) => ask(index % 2 === 0 ? world : second));
  expect(await statusesOf(calls)).toEqual({ 200: 120, 429: 10 });
  for (const instance of [world, second]) {
    const refused = await ask(instance);
    expect(refused.json()).toMatchObject({ error: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
  }
});

test("S15: what one token does not use is not the other's: each has its own minute", async () => {
  const { ask, owner, url } = await openBot();
  await statusesOf(Array.from({ length: 121 }, () => ask()));
  const { token } = (await owner.send("POST", `${url}/tokens`, { name: "Other", scopes: ["entries:read"] })).json();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await second.app.server.inject({ url: `${url}/days/${daysAgo(0)}`, headers });
  expect([answer.statusCode, (await ask()).statusCode]).toEqual([200, 429]);
});

test("S28: a token that the owner deletes here is refused there at once", async () => {
  const { ask, owner, url, id } = await openBot();
  expect((await ask()).statusCode).toBe(200);
  await owner.send("DELETE", `${url}/tokens/${id}`);
  expect((await ask()).statusCode).toBe(401);
});

test("S28: the token of an archived clan goes on reading until its owner deletes it", async () => {
  const { clan, ask, owner, url, id } = await openBot();
  const maintainer = await world.memberOf(clan, "maintainer");
  expect((await owner.send("POST", `${url}/archive`)).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
  const create = await owner.send("POST", `${url}/tokens`, { name: "Another", scopes: ["entries:read"] });
  expect(create.statusCode).toBe(423);
  expect((await maintainer.send("DELETE", `${url}/tokens/${id}`)).statusCode).toBe(403);
  expect((await owner.send("DELETE", `${url}/tokens/${id}`)).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
});

test("S28: whoever hands the clan over keeps their bots until the new owner demotes or removes them", async () => {
  const { clan, owner, url, ask } = await openBot();
  const heir = await world.memberOf(clan, "maintainer");
  await owner.send("POST", `${url}/transfer`, { member_id: heir.memberId });
  expect((await heir.send("POST", `${url}/transfer/accept`)).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
  const row = `${url}/members/${owner.memberId}`;
  expect((await heir.send("PUT", `${row}/role`, { role: "member" })).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
  await heir.send("PUT", `${row}/role`, { role: "maintainer" });
  expect((await ask()).statusCode).toBe(200);
  expect((await heir.send("POST", `${row}/mark-removed`)).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
});

test("S28: a suspended owner's bots stop everywhere, and go on when the suspension is lifted", async () => {
  const { owner, ask } = await openBot();
  const admin = await world.appAdmin();
  const act = (verb: string) =>
    admin.send("POST", `/api/admin/users/${owner.userId}/${verb}`, { reason: "Looking into it" });
  expect((await act("suspend")).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(401);
  expect((await act("lift")).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
});

test("with a clan that is gone for good its tokens are gone too", async () => {
  const { clan, owner, url, ask } = await openBot();
  expect((await owner.send("DELETE", url, { name: clan.name })).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(404);
  await world.db
    .updateTable("clans")
    .set({ deletes_at: new Date(0) })
    .where("id", "=", clan.id)
    .execute();
  const silent = { info() {}, warn() {}, error() {} };
  await (await createTestHandlers(world.db, silent))["delete-clans"]({});
  expect((await ask()).statusCode).toBe(401);
  const left = await world.db.selectFrom("api_tokens").select("id").where("clan_id", "=", clan.id).execute();
  expect(left).toEqual([]);
});
