import type { PublicStandings } from "@clanhall/contract/standings";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAppOverLine } from "../../../testing/cuttable-database.ts";
import { openShared, visit } from "../../../testing/shared-board.ts";
import { createTestApp, sharedApp, type TestApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
let beside: TestApp;
let overLine: Awaited<ReturnType<typeof createAppOverLine>>;
beforeAll(async () => {
  beside = await createTestApp({ beside: world });
  overLine = await createAppOverLine(world.database);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await overLine.close();
  await beside.close();
});

const soon = { timeout: 10_000, interval: 10 };
const scoresIn = ({ body }: { body: string }) => (JSON.parse(body) as PublicStandings).rows.map(({ score }) => score);

test("a thousand readers after a change cause one computation", async () => {
  const { json, enter, kara } = await openShared(world);
  await json();
  const before = world.app.boards.countComputations();
  await enter(kara, 9);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => json()));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(answers.every((answer) => scoresIn(answer)[0] === 9)).toBe(true);
  await json();
  expect(world.app.boards.countComputations() - before).toBe(1);
});

test("whoever writes through an instance reads it there at once, every time", async () => {
  const { json, enter, kara, owner, url } = await openShared(world);
  for (let value = 1; value <= 10; value += 1) {
    await enter(kara, value);
    expect(scoresIn(await json())[0]).toBe(value);
  }
  const { version } = (await owner.get(url)).json<{ version: number }>();
  const renamed = await owner.send("PATCH", url, { version, title: "Best raiders" });
  expect(renamed.statusCode).toBe(200);
  expect((await json()).json()).toMatchObject({ board: { title: "Best raiders" } });
});

test("a write while the board is being read leads to another computation", async () => {
  const { json, enter, kara } = await openShared(world);
  await enter(kara, 1);
  for (let value = 2; value < 12; value += 1) {
    const crowd = Promise.all([json(), json(), enter(kara, value).then(() => json())]);
    const [, , after] = await crowd;
    expect(scoresIn(after)[0]).toBe(value);
  }
});

test("a change through one instance is read through the other within a moment, and computed there once", async () => {
  const { token, enter, kara } = await openShared(world);
  const there = visit(beside, token);
  await there.json();
  const before = beside.app.boards.countComputations();
  await enter(kara, 6);
  await vi.waitFor(async () => expect(scoresIn(await there.json())[0]).toBe(6), soon);
  await there.json();
  expect(beside.app.boards.countComputations() - before).toBe(1);
});

test("S39: a link that is switched off is off on every instance within five seconds, with or without an event", async () => {
  const { token, owner, url } = await openShared(world);
  const there = visit(beside, token);
  expect((await there.page()).statusCode).toBe(200);
  await owner.send("DELETE", `${url}/share`);
  await vi.waitFor(async () => expect((await there.page()).statusCode).toBe(404), soon);

  const silent = await openShared(world);
  const fromThere = visit(beside, silent.token);
  expect((await fromThere.json()).statusCode).toBe(200);
  // No audit row is written, so no event is published.
  await silent.change({ state: "archived" });
  await vi.waitFor(async () => expect((await fromThere.json()).statusCode).toBe(404), { ...soon, timeout: 4_900 });
});

test("a save without an event is read within seconds too", async () => {
  const { token, enter, kara, clan } = await openShared(world);
  await enter(kara, 3);
  const there = visit(beside, token);
  expect(scoresIn(await there.json())[0]).toBe(3);
  await world.db.updateTable("entries").set({ points: 30 }).where("clan_id", "=", clan.id).execute();
  await world.db
    .updateTable("entry_revisions")
    .set((row) => ({ revision: row("revision", "+", 1) }))
    .where("clan_id", "=", clan.id)
    .execute();
  await vi.waitFor(async () => expect(scoresIn(await there.json())[0]).toBe(30), soon);
});

test("a player who hides their name is hidden on the next reading", async () => {
  const { json, enter, kara, token } = await openShared(world);
  await enter(kara, 5);
  expect((await json()).body).toContain("Kara Moon");
  const hidden = await kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  expect(hidden.statusCode).toBe(200);
  await vi.waitFor(async () => expect((await json()).body).toContain("Hidden player"), soon);
  expect((await json()).body).not.toContain("Kara Moon");
  expect((await visit(world, token).page()).body).not.toContain("Kara Moon");
});

test("a name that is hidden in this clan alone is hidden at once for those who read through the same instance", async () => {
  const { json, enter, kara, clan } = await openShared(world);
  await enter(kara, 5);
  for (const public_name of ["hidden", "name", "hidden"] as const) {
    const chosen = await kara.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name });
    expect(chosen.statusCode).toBe(200);
    expect((await json()).body.includes("Kara Moon")).toBe(public_name === "name");
  }
});

test("opening a board counts as a view; reading it again by script, guessing ahead and previews do not", async () => {
  const { owner, url, token } = await openShared(world);
  const other = await createTestApp({ beside: world });
  const { page, json } = visit(other, token);
  const open = (remoteAddress: string, headers: Record<string, string> = {}) =>
    other.app.server.inject({ method: "GET", url: `/scoreboard/${token}`, headers, remoteAddress });
  await open("203.0.113.1");
  await open("203.0.113.2", { "sec-fetch-mode": "navigate" });
  await page({ "sec-fetch-mode": "cors" });
  await page({ "sec-fetch-mode": "navigate", "sec-purpose": "prefetch" });
  await json();
  await other.app.server.inject({ method: "HEAD", url: `/scoreboard/${token}` });
  const { path } = (await owner.send("POST", `${url}/preview`)).json<{ path: string }>();
  expect((await other.visitor.get(path)).statusCode).toBe(200);
  await other.close();
  expect((await owner.get(url)).json()).toMatchObject({ share: { views: 2 } });
});

test("L10: a network counts once an hour, through whichever instance and however often it opens the board", async () => {
  const { owner, url, token, boardId } = await openShared(world);
  const openFrom = async (addresses: string[]) => {
    for (const app of [await createTestApp({ beside: world }), await createTestApp({ beside: world })]) {
      for (const remoteAddress of addresses) {
        await app.app.server.inject({ method: "GET", url: `/scoreboard/${token}`, remoteAddress });
      }
      await app.close();
    }
  };
  const countViews = async () => (await owner.get(url)).json<{ share: { views: number } }>().share.views;
  await openFrom(Array.from({ length: 100 }, () => "203.0.113.1"));
  expect(await countViews()).toBe(1);
  await openFrom(["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "203.0.113.2"]);
  expect(await countViews()).toBe(4);
  const kept = await world.db.selectFrom("auth_rate_limits").selectAll().where("key", "like", "board_view:%").execute();
  expect(kept.length).toBeGreaterThanOrEqual(4);
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`203\\.0|2001:|${boardId}`));
  await world.db
    .updateTable("auth_rate_limits")
    .set({ expire: Date.now() - 1 })
    .where("key", "like", "board_view:%")
    .execute();
  await openFrom(["203.0.113.1"]);
  expect(await countViews()).toBe(5);
});

test("when the days that count have moved on the board is computed again without a write", async () => {
  const { json, enter, kara } = await openShared(world);
  await enter(kara, 5);
  const before = (await json()).json<PublicStandings>();
  expect(before.rows[0]?.score).toBe(5);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 24 * 60 * 60_000 });
  try {
    const after = (await json()).json<PublicStandings>();
    expect(after.board.period.from > before.board.period.from).toBe(true);
    expect(after.rows.map(({ score }) => score)).not.toContain(5);
  } finally {
    vi.useRealTimers();
  }
});

const readFrom = (token: string) => visit({ app: overLine }, token);

function skipSeconds(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

test("while the database is away visitors read what was known for a minute, then a page that says so, and it heals", async () => {
  const { token, enter, kara } = await openShared(world);
  await enter(kara, 7);
  const { json, page } = readFrom(token);
  const known = await json();
  expect([known.statusCode, (await page()).statusCode]).toEqual([200, 200]);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await overLine.cut();
  skipSeconds(30);
  expect([(await json()).body, (await page()).statusCode]).toEqual([known.body, 200]);

  skipSeconds(31);
  const [answer, document] = [await json(), await page()];
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ error: "unavailable", request_id: expect.any(String) });
  expect(document.statusCode).toBe(503);
  expect(document.headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
  expect(document.headers["content-type"]).toContain("text/html");
  expect(document.body).not.toContain("Kara");

  await overLine.mend();
  await vi.waitFor(async () => expect((await json()).body).toBe(known.body), { timeout: 10_000 });
});

test("a link that nobody has opened yet looks like an unknown one while the database is away", async () => {
  const { token } = await openShared(world);
  await overLine.cut();
  const unknown = "x".repeat(token.length);
  for (const asked of [token, unknown]) {
    const { json, page } = readFrom(asked);
    expect([(await json()).statusCode, (await page()).statusCode]).toEqual([503, 503]);
  }
  await overLine.mend();
});
