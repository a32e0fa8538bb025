import type { AddressInfo } from "node:net";
import type { PublicStandings } from "@clanhall/contract/standings";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
let address = "";
beforeAll(async () => {
  world = await createTestApp({ env: { TRUST_PROXY: "1" } });
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

const soon = { timeout: 10_000, interval: 10 };

/** Reads a board's events the way a browser does, keeping all of them. */
async function follow(token: string, ip = "203.0.113.9") {
  const leaving = new AbortController();
  const url = `${address}/api/public/scoreboards/${token}/events`;
  const answer = await fetch(url, { headers: { "x-forwarded-for": ip }, signal: leaving.signal });
  const page = { status: answer.status, headers: answer.headers, text: "", isOver: false };
  const keep = new WritableStream<string>({ write: (chunk) => void (page.text += chunk) });
  void answer.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(keep)
    .catch(() => undefined)
    .finally(() => (page.isOver = true));
  const versions = () => [...page.text.matchAll(/event: standings\ndata: (.*)\n/g)].map(([, data = ""]) => data);
  return { page, versions, leave: () => leaving.abort() };
}

const versionOf = async (read: () => Promise<{ body: string }>) =>
  (JSON.parse((await read()).body) as PublicStandings).version;

test("a follower learns the version, then each change once, and nothing of what changed", async () => {
  const { token, json, enter, kara, tom, boardId, clan } = await openShared(world);
  const { page, versions, leave } = await follow(token);
  expect(page.headers.get("content-type")).toContain("text/event-stream");
  expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  const frame = (version: string) => JSON.stringify({ topic: `board/${boardId}`, data: { version } });
  const first = await versionOf(json);
  await vi.waitFor(() => expect(versions()).toEqual([frame(first)]), soon);
  const before = world.app.boards.countComputations();
  await enter(kara, 4711);
  await vi.waitFor(() => expect(versions()).toHaveLength(2), soon);
  const second = await versionOf(json);
  await enter(tom, 12);
  await vi.waitFor(() => expect(versions()).toHaveLength(3), soon);
  expect(versions()).toEqual([frame(first), frame(second), frame(await versionOf(json))]);
  expect(world.app.boards.countComputations() - before).toBe(2);
  for (const secret of ["4711", "Kara", kara.memberId, clan.id]) expect(page.text).not.toContain(secret);
  leave();
});

test("a change that leaves the board as it was is published to nobody", async () => {
  const { token, json, enter, kara, clan } = await openShared(world);
  const elsewhere = await addActivity(world.db, clan.id);
  const { versions, leave } = await follow(token);
  const before = world.app.boards.countComputations();
  await enter(kara, 8, 0, elsewhere);
  await vi.waitFor(() => expect(world.app.boards.countComputations()).toBe(before + 1), soon);
  await enter(kara, 3);
  await vi.waitFor(() => expect(versions()).toHaveLength(2), soon);
  expect(versions()[1]).toContain(await versionOf(json));
  leave();
});

test("followers of a link that is switched off are sent away without a word", async () => {
  const { token, owner, url } = await openShared(world);
  const { page, versions } = await follow(token);
  await vi.waitFor(() => expect(versions()).toHaveLength(1), soon);
  await owner.send("DELETE", `${url}/share`);
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  expect(versions()).toHaveLength(1);
  expect((await follow(token)).page.status).toBe(404);
});

test("a follower's stream ends when the link expires", async () => {
  const { token, change } = await openShared(world);
  await change({ share_expires_at: new Date(Date.now() + 700) });
  const { page } = await follow(token);
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  await vi.waitFor(async () => expect((await follow(token)).page.status).toBe(410), soon);
});

/** Opens as many streams from a network as it may, and says how many that were. */
async function followTimes(times: number, token: string, toIp: (index: number) => string) {
  const streams = await Promise.all(Array.from({ length: times }, (_, index) => follow(token, toIp(index))));
  const statuses = streams.map(({ page }) => page.status);
  return {
    statuses,
    countOpen: () => statuses.filter((status) => status === 200).length,
    leave: () => streams.forEach((stream) => stream.leave()),
  };
}

test("M8: a network has at most twenty streams of a board, and a /64 is one network", async () => {
  const { token } = await openShared(world);
  const one = await followTimes(30, token, () => "198.51.100.1");
  expect(one.countOpen()).toBe(20);
  expect(new Set(one.statuses)).toEqual(new Set([200, 429]));
  const range = await followTimes(30, token, (index) => `2001:db8:0:1::${index.toString(16)}`);
  expect(range.countOpen()).toBe(20);
  const other = await follow(token, "198.51.100.2");
  expect(other.page.status).toBe(200);
  one.leave();
  await vi.waitFor(async () => {
    const again = await follow(token, "198.51.100.1");
    again.leave();
    expect(again.page.status).toBe(200);
  }, soon);
  range.leave();
  other.leave();
});

test("M8: a network has at most a hundred streams over all boards", async () => {
  const opened = [];
  for (let board = 0; board < 6; board += 1) {
    const { token } = await openShared(world);
    opened.push(await followTimes(20, token, () => "198.51.100.3"));
  }
  expect(opened.map(({ countOpen }) => countOpen())).toEqual([20, 20, 20, 20, 20, 0]);
  for (const { leave } of opened) leave();
});

test("M8: addresses that lead nowhere count no longer than their answer takes", async () => {
  const { token } = await openShared(world);
  const nowhere = await followTimes(120, "x".repeat(43), () => "198.51.100.4");
  expect(new Set(nowhere.statuses)).not.toContain(200);
  const stream = await follow(token, "198.51.100.4");
  expect(stream.page.status).toBe(200);
  stream.leave();
});
