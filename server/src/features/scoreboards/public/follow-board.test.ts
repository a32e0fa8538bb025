import type { AddressInfo } from "node:net";
import type { PublicStandings } from "@clanhall/contract/standings";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
let address = "";
beforeAll(async () => {
  world = await createTestApp();
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

const soon = { timeout: 10_000, interval: 10 };

/** Reads a board's events the way a browser does, keeping all of them. */
async function follow(token: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${address}/api/public/scoreboards/${token}/events`, { signal: leaving.signal });
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
  const told = (version: string) => JSON.stringify({ topic: `board/${boardId}`, data: { version } });
  const first = await versionOf(json);
  await vi.waitFor(() => expect(versions()).toEqual([told(first)]), soon);
  const before = world.app.boards.countComputations();
  await enter(kara, 4711);
  await vi.waitFor(() => expect(versions()).toHaveLength(2), soon);
  const second = await versionOf(json);
  await enter(tom, 12);
  await vi.waitFor(() => expect(versions()).toHaveLength(3), soon);
  expect(versions()).toEqual([told(first), told(second), told(await versionOf(json))]);
  expect(world.app.boards.countComputations() - before).toBe(2);
  for (const secret of ["4711", "Kara", kara.memberId, clan.id]) expect(page.text).not.toContain(secret);
  leave();
});

test("a change that leaves the board as it was is told to nobody", async () => {
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
