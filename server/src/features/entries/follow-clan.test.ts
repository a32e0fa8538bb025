import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => world.close());

const soon = { timeout: 10_000, interval: 10 };

/** Reads a clan's events the way a browser does, keeping all of them. */
async function follow(url: string, userId: string) {
  const { port } = world.app.server.server.address() as AddressInfo;
  const leaving = new AbortController();
  const headers = { "x-dev-user-id": userId };
  const answer = await fetch(`http://127.0.0.1:${port}${url}/events`, { headers, signal: leaving.signal });
  const page = { text: "", isOver: false };
  const keep = new WritableStream<string>({ write: (chunk) => void (page.text += chunk) });
  void answer.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(keep)
    .catch(() => undefined)
    .finally(() => (page.isOver = true));
  return { page, leave: () => leaving.abort() };
}

test("followers of the clan hear which days were saved, without any value, and nobody else hears it", async () => {
  const { owner, member, clan, url, cell, put } = await openEntries(world);
  const elsewhere = await openEntries(world);
  const here = await follow(url, member.userId);
  const there = await follow(elsewhere.url, elsewhere.member.userId);
  const data = { days: [daysAgo(0)], revision: 1 };
  await put(owner, [cell({ value: 4711 })]);
  const frame = `event: entries\ndata: ${JSON.stringify({ topic: `clan/${clan.id}`, data })}\n\n`;
  await vi.waitFor(() => expect(here.page.text).toContain(frame), soon);
  await put(owner, [cell({ value: 4711 })]);
  await put(
    owner,
    Array.from({ length: 61 }, (_, back) => cell({ day: daysAgo(back), value: 9 })),
    "Old sheet",
  );
  await vi.waitFor(() => expect(here.page.text).toContain('"data":{"days":[],"revision":3}'), soon);
  expect(here.page.text.match(/event: entries/g)).toHaveLength(2);
  expect(here.page.text).not.toContain("4711");
  await elsewhere.put(elsewhere.owner, [elsewhere.cell()]);
  await vi.waitFor(() => expect(there.page.text).toContain("event: entries"), soon);
  expect(there.page.text).not.toContain(clan.id);
  here.leave();
  there.leave();
});

test("S07: somebody who was removed while they listened hears nothing more and is sent away", async () => {
  const { owner, member, url, cell, put } = await openEntries(world);
  const { page } = await follow(url, member.userId);
  const removed = await owner.send("POST", `${url}/members/${member.memberId}/mark-removed`);
  expect(removed.statusCode).toBe(200);
  await put(owner, [cell({ member_id: owner.memberId })]);
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  expect(page.text).not.toContain("event: entries");
});
